import { describe, expect, it } from '@jest/globals';
import { asTenant } from '@tandem/testing/as-tenant';
import { useTwoTenants } from '@tandem/testing/two-tenants';
import fc from 'fast-check';
import { instantText } from './row-json.js';

const many = 5000;
const instants = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59Z'),
  noInvalidDate: true,
});
const withMicros = fc
  .tuple(instants, fc.integer({ min: 0, max: 999 }))
  .map(([at, micros]) => at.toISOString().replace('Z', `${String(micros).padStart(3, '0')}Z`));
/** What people write, and what looks like what PostgreSQL writes. */
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

  it('shows every instant as to_char would, to the byte', async () => {
    const given = fc.sample(withMicros, many);
    const text = `select at as shown, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as expected
      from unnest($1::timestamptz[]) with ordinality g(at, n) order by n`;
    const shown = await as(() => world.database.query(text, [given], 0));
    expect(shown).toHaveLength(many);
    for (const { json } of shown) {
      const { shown: ours, expected } = JSON.parse(json as string) as Record<string, string>;
      expect(ours).toBe(expected);
    }
  });

  it('writes text, numbers, flags, ids, dates, lists and free JSON as row_to_json does, to the byte', async () => {
    const texts = fc.sample(written, many);
    const objects = fc.sample(fc.dictionary(written, fc.oneof(written, fc.double(), fc.boolean())), many);
    const columns = `g.text, g.object::jsonb as object, g.object::json as as_given, n::int4 as int4, n::int8 * 4000000000 as int8,
      n / 7.0::float8 as float8, n / 7.0::numeric as numeric, n % 2 = 0 as flag, gen.id as id, '2026-01-01'::date + n::int as day,
      nullif(g.text, 't') as nullable, array[g.text, null, ''] as list, array[gen.id, null] as ids, '{}'::text[] as none`;
    const from = `from unnest($1::text[], $2::text[]) with ordinality g(text, object, n), lateral (select gen_random_uuid() as id where n > 0) gen`;
    const shown = await as(() =>
      world.database.query(
        `with rows as materialized (select ${columns} ${from})
        select row_to_json(rows)::text as expected, rows.* from rows`,
        [texts, objects.map((one) => JSON.stringify(one))],
        1,
      ),
    );
    expect(shown).toHaveLength(many);
    for (const { json, expected } of shown) expect(json).toBe(expected);
  });

  it('shows an instant in UTC and in milliseconds however a session writes it', () => {
    expect(instantText('2026-11-22 18:09:13.123456+02')).toBe('2026-11-22T16:09:13.123Z');
    expect(instantText('2026-11-22 16:09:13+00')).toBe('2026-11-22T16:09:13.000Z');
  });
});
