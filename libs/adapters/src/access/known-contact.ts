import { rowsOf } from '@tandem/platform/postgres/tenant-statements';

/** The id of the contact that an id leads to: its own, or that of the one it was merged into. */
export const knownContact = (id: string) =>
  `(select coalesce(m.merged_into, m.id) ${rowsOf('contacts', 'm')} and m.id = ${id})`;
