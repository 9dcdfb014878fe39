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
export const id = shown(key, 'The id of the record: a UUIDv7, which sorts by creation time.');
export const tenantId = shown(key, 'The tenant that owns the record: always that of your key.');
export const createdAt = shown(instant, 'When the record was created, in UTC.', '2026-11-21T09:30:00.000Z');
export const updatedAt = shown(
  instant,
  'When the record was last updated, in UTC; some lists can be filtered by it.',
  '2026-11-21T10:05:12.480Z',
);
export const deletedAt = shown(nullable(instant), 'When the record was deleted; null if it is not deleted.');
export const metadata = shown(
  json,
  'Custom JSON. An object is merged into the stored one (RFC 7396); any other value, where accepted, replaces it.',
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
