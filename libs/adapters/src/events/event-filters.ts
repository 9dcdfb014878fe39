import type { Filter } from '@tandem/platform/postgres/filters';

/** `task.*` matches all types of the family; both forms use the index on types. */
export const family: Filter<string> = (type, bind) =>
  type.endsWith('*')
    ? `t.type like ${bind(`${type.slice(0, -1).replace(/[\\%_]/g, '\\$&')}%`)}`
    : `t.type = ${bind(type)}`;
