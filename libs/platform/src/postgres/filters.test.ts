import { expect, it } from '@jest/globals';
import { newId } from '@tandem/domain/core/id';
import { inTenant } from '@tandem/domain/core/scope';
import { contains, equals, type FiltersOf, SqlFilters } from '../postgres/filters.js';
import { Params } from '../postgres/statements.js';

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

it('a request applies the filters that it gives, and searches are listed apart', () => {
  const { searches, others } = filters.of({ q: '50%', kind: 'van', soldAfter: undefined });
  const { bind, values } = inTenant(tenantId, () => new Params());
  expect(searches.map((search) => search(bind))).toEqual([expect.stringMatching(/^\(.*t\.name.* ilike \$2\)$/s)]);
  expect(others.map((filter) => filter(bind))).toEqual(['t.kind = $3']);
  expect(values).toEqual([tenantId, '%50\\%%', 'van']);
});

it('an undeclared filter is an error that names it', () => {
  expect(() => filters.of({ kind: 'van', colour: 'red' })).toThrow('The list of cars has no filter colour.');
  expect(() => filters.of({ constructor: 'x' })).toThrow('no filter constructor');
  expect(() => new SqlFilters('cars').of({ kind: 'van' })).toThrow('no filter kind');
});

it('a misspelt, missing or ill-typed filter is a type error', () => {
  // @ts-expect-error soldAfter is misspelt
  const misspelt: FiltersOf<CarFilters> = { kind: equals('kind'), soldafter: equals('sold_at'), q: contains('name') };
  // @ts-expect-error q is missing
  const missing: FiltersOf<CarFilters> = { kind: equals('kind'), soldAfter: equals('sold_at') };
  // @ts-expect-error a Date is not text
  const illTyped: FiltersOf<CarFilters> = { ...known, soldAfter: contains('sold_at') };
  expect([misspelt, missing, illTyped]).toHaveLength(3);
});
