import { instant, json, type JsonSchema, type Kind, nullable, uuid } from './kinds.js';

/** A field with its meaning, in Markdown, and an example for the documentation. */
export const shown = <K extends Kind>(kind: K, means?: string, example?: unknown): K => ({ ...kind, means, example });

/** A field without a column: computed from others, or read from elsewhere. */
export const derived = <K extends Kind>(kind: K, means?: string, example?: unknown): K => ({
  ...shown(kind, means, example),
  stored: undefined,
});

/** A column that clients do not see. */
export const hidden = <K extends Kind>(kind: K): K => ({ ...kind, isHidden: true });

const key: typeof uuid = { ...uuid, stored: { type: 'uuid', primary: true } };
export const id = shown(key, 'The id of the record, a UUID that sorts by time of creation (version 7).');
export const tenantId = shown(key, 'The tenant that the record belongs to: always that of your key.');
export const createdAt = shown(instant, 'When the record was made, in UTC.', '2026-11-21T09:30:00.000Z');
export const updatedAt = shown(
  instant,
  'When the record last changed, in UTC; lists can be filtered by it where they say so.',
  '2026-11-21T10:05:12.480Z',
);
export const deletedAt = shown(nullable(instant), 'When the record was deleted; null while it lives.');
export const metadata = shown(
  json,
  'JSON of your own. An object is merged into the object that is there, member by member (RFC 7396); ' +
    'any other value, where one is taken, takes its place.',
  { source: 'import' },
);

/** The schema of each field, with its meaning and example. */
export const schemasOf = (fields: Readonly<Record<string, Kind>>): Record<string, JsonSchema> =>
  Object.fromEntries(Object.entries(fields).map(([wire, kind]) => [wire, described(kind)]));

/** The schema's own description takes precedence. */
function described({ schema, means, example }: Kind): JsonSchema {
  if (means === undefined) return schema;
  return {
    ...schema,
    description: schema.description ?? means,
    ...(example === undefined ? {} : { examples: schema.examples ?? [example] }),
  };
}
