import { describe, expect, it } from '@jest/globals';
import { ManyRows, type TypedColumn } from './many-rows.js';

const columns: readonly TypedColumn[] = [
  { name: 'tenant_id', type: 'uuid', isJson: false },
  { name: 'id', type: 'uuid', isJson: false },
  { name: 'channels', type: 'text[]', isJson: false },
  { name: 'data', type: 'json', isJson: true },
  { name: 'at', type: 'timestamptz', isJson: false },
  { name: 'note', type: 'text', isJson: false },
];
const rowOf = (n: number, fields: { data?: string; at?: Date; note?: string | null } = {}) => {
  const { data = `{"n": ${n}}`, at = new Date(0), note = null } = fields;
  return ['t', `id ${n}`, ['a', 'b'], data, at, note];
};
const rows = (count: number, fields = {}) => Array.from({ length: count }, (_, n) => rowOf(n, fields));
const sqlOf = (many: ManyRows) => columns.map(({ name }) => many.of(name));

describe('many rows for one statement', () => {
  it('send once what all of them have in common, and each its own', () => {
    const many = new ManyRows(columns, rows(20), 3);
    expect(sqlOf(many)).toEqual(['$4::uuid', 'g.id', '$5::text[]', 'g.data', '$6::timestamptz', '$7::text']);
    expect(many.source).toBe('json_to_recordset($3::json) as g (id uuid, data json)');
    expect(many.values.slice(1)).toEqual(['t', ['a', 'b'], new Date(0), null]);
    expect(JSON.parse(many.values[0] as string)).toHaveLength(20);
  });

  it('keep the bytes of JSON as they are given', () => {
    expect(new ManyRows(columns, rows(20), 1).values[0]).toContain('{"id":"id 7","data":{"n": 7}}');
  });

  it('have one text for all few rows, whose nulls are left out', () => {
    const few = [rowOf(1), rowOf(2, { note: 'x' })];
    const many = new ManyRows(columns, few, 1);
    expect(sqlOf(many)).toEqual(columns.map(({ name }) => `g.${name}`));
    expect(many.values).toHaveLength(1);
    expect(many.values[0]).toBe(
      '[{"tenant_id":"t","id":"id 1","channels":["a","b"],"data":{"n": 1},"at":"1970-01-01T00:00:00.000Z"},' +
        '{"tenant_id":"t","id":"id 2","channels":["a","b"],"data":{"n": 2},"at":"1970-01-01T00:00:00.000Z","note":"x"}]',
    );
  });

  it('tell apart values that only one of them has', () => {
    for (const odd of [{ note: 'x' }, { at: new Date(1) }, { data: '{}' }]) {
      const [name] = Object.keys(odd);
      const many = new ManyRows(columns, [...rows(20, { data: '[]' }), rowOf(20, { data: '[]', ...odd })], 1);
      expect(many.source).toBe(
        `json_to_recordset($1::json) as g (id uuid, ${name} ${columns.find((column) => column.name === name)!.type})`,
      );
    }
  });

  it('have always an id of their own, also where there is nothing else', () => {
    expect(new ManyRows(columns, rows(20, { data: '{}' }), 1).source).toBe(
      'json_to_recordset($1::json) as g (id uuid)',
    );
  });
});
