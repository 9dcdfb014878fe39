import type { Filter } from '@tandem/platform/postgres/params';

/** `task.*` takes in the whole family; both forms are answered by the index on types. */
export const family: Filter<string> = (type, bind) =>
  type.endsWith('*')
    ? `t.type like ${bind(`${type.slice(0, -1).replace(/[\\%_]/g, '\\$&')}%`)}`
    : `t.type = ${bind(type)}`;
