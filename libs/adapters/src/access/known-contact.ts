import { rowsOf } from '@tandem/platform/postgres/statements';

/** The id of the contact, or of the one that it was merged into. */
export const knownContact = (id: string) =>
  `(select coalesce(m.merged_into, m.id) ${rowsOf('contacts', 'm')} and m.id = ${id})`;
