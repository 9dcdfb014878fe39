import { describe, expect, it } from '@jest/globals';
import { asTenant } from '@tandem/testing/as-tenant';
import { useTwoTenants } from '@tandem/testing/two-tenants';
import fc from 'fast-check';
import { bool, date, instant, int32, json, type Kind, text, texts, uuid } from './kinds.js';
import { View } from './view.js';

const many = 5000;
const instants = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59Z'),
  noInvalidDate: true,
});
const withMicros = fc
  .tuple(instants, fc.integer({ min: 0, max: 999 }))
  .map(([at, micros]) => at.toISOString().replace('Z', `${String(micros).padStart(3, '0')}Z`));
/** Random texts, and texts that resemble the output of PostgreSQL. */
const written = fc.oneof(
  fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '').toWellFormed()),
  fc.constantFrom(
    '2026-11-22 16:09:13.12+00',
    '2026-11-22T16:09:13.120Z',
    '\u0001\b\f\n\r\t"\\/\u007f\u2028',
    't',
    'null',
    '{}',
  ),
);

describe('rows as JSON', () => {
  const world = useTwoTenants();
  const as = <T>(work: () => T) => asTenant(world.ours.tenantId, work);

  const shown = async (fields: Record<string, Kind>, select: string, from: string, values: unknown[]) => {
    const shown = new View('Shown', fields);
    const query = `with rows as materialized (select ${select} ${from})
      select row_to_json(t)::text as expected_row, ${shown.columns} from rows t`;
    const rows = await as(() => world.database.query(query, values));
    expect(rows).toHaveLength(many);
    return rows.map((row) => ({ json: shown.renderRow(row), expected: row.expected_row as string }));
  };

  it('shows every instant exactly as to_char does', async () => {
    const select = `at as shown, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as expected`;
    const from = `from unnest($1::timestamptz[]) g(at)`;
    const rows = await shown({ shown: instant, expected: text }, select, from, [fc.sample(withMicros, many)]);
    for (const { json } of rows) {
      const { shown: ours, expected } = JSON.parse(json) as Record<string, string>;
      expect(ours).toBe(expected);
    }
  });

  it('writes text, numbers, booleans, ids, dates, lists and free JSON exactly as row_to_json does', async () => {
    const given = fc.sample(written, many);
    const objects = fc.sample(fc.dictionary(written, fc.oneof(written, fc.double(), fc.boolean())), many);
    const fields = {
      ...{ text, nullable: text, missing: text, object: json, as_given: json, int4: int32, int8: json, float8: json },
      ...{ numeric: json, flag: bool, id: uuid, day: date, list: texts, ids: texts, none: texts, no_list: texts },
    };
    const select = `g.text, nullif(g.text, 't') as nullable, null::text as missing, g.object::jsonb as object,
      g.object::json as as_given, n::int4 as int4, n::int8 * 4000000000 as int8, n / 7.0::float8 as float8,
      n / 7.0::numeric as numeric, n % 2 = 0 as flag, gen.id as id, '2026-01-01'::date + n::int as day,
      array[g.text, null, ''] as list, array[gen.id, null] as ids, '{}'::text[] as none, null::text[] as no_list`;
    const from = `from unnest($1::text[], $2::text[]) with ordinality g(text, object, n),
      lateral (select gen_random_uuid() as id where n > 0) gen`;
    const values = [given, objects.map((one) => JSON.stringify(one))];
    for (const { json, expected } of await shown(fields, select, from, values)) expect(json).toBe(expected);
  });

  it('shows an instant in UTC with milliseconds whatever the time zone of the session', async () => {
    const elsewhere = { text: `set local timezone = 'Asia/Kolkata'` };
    const shown = new View('Shown', { at: instant });
    const at = (text: string) => ({
      text: `select ${shown.columns} from (select $1::timestamptz as at) t`,
      values: [text],
    });
    const given = ['2026-11-22 18:09:13.123456+02', '2026-11-22 16:09:13+00'];
    const [, ...outcomes] = await as(() => world.database.batch([elsewhere, ...given.map(at)]));
    const expected = ['2026-11-22T16:09:13.123Z', '2026-11-22T16:09:13.000Z'];
    expect(outcomes.map(({ rows }) => shown.renderRow(rows[0]!))).toEqual(expected.map((one) => `{"at":"${one}"}`));
  });
});
