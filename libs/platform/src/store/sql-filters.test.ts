import { expect, it } from '@jest/globals';
import { newId } from '@tandem/domain/core/id';
import { inTenant } from '@tandem/domain/core/scope';
import { contains, equals, type FiltersOf, Params, SqlFilters } from '../postgres/params.js';

interface CarFilters {
  kind?: 'van' | 'bus';
  soldAfter?: Date;
  q?: string;
}

const tenantId = newId();
const known: FiltersOf<CarFilters> = {
  kind: equals('kind'),
  soldAfter: (instant, bind) => `t.sold_at > ${bind(instant.toISOString())}`,
  q: contains('name'),
};
const filters = new SqlFilters('cars', known, ['q']);

it('a list is narrowed by what is given, and searches are told apart', () => {
  const { searches, others } = filters.of({ q: '50%', kind: 'van', soldAfter: undefined });
  const { bind, values } = inTenant(tenantId, () => new Params());
  expect(searches.map((search) => search(bind))).toEqual([expect.stringMatching(/^\(.*t\.name.* ilike \$2\)$/)]);
  expect(others.map((filter) => filter(bind))).toEqual(['t.kind = $3']);
  expect(values).toEqual([tenantId, '%50\\%%', 'van']);
});

it('a filter that nobody declared is an error that names it, and not the whole list', () => {
  expect(() => filters.of({ kind: 'van', colour: 'red' })).toThrow('The list of cars has no filter colour.');
  expect(() => filters.of({ constructor: 'x' })).toThrow('no filter constructor');
  expect(() => new SqlFilters('cars').of({ kind: 'van' })).toThrow('no filter kind');
});

it('a misspelt, a forgotten and an ill-typed filter are type errors', () => {
  // @ts-expect-error soldAfter is misspelt
  const misspelt: FiltersOf<CarFilters> = { kind: equals('kind'), soldafter: equals('sold_at'), q: contains('name') };
  // @ts-expect-error q is forgotten
  const forgotten: FiltersOf<CarFilters> = { kind: equals('kind'), soldAfter: equals('sold_at') };
  // @ts-expect-error an instant is no text
  const illTyped: FiltersOf<CarFilters> = { ...known, soldAfter: contains('sold_at') };
  expect([misspelt, forgotten, illTyped]).toHaveLength(3);
});
