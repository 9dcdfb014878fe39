import { describe, expect, it } from '@jest/globals';
import { asTenant } from '@tandem/testing/as-tenant';
import type { DomainError } from '../core/errors.js';
import { type NewPipeline, Pipeline } from './pipeline.js';

const inTenant = <T>(work: () => T) => asTenant('0198c3f0-0000-7000-8000-000000000001', work);
const pipeline = (fields: Partial<NewPipeline> = {}) =>
  inTenant(() => new Pipeline({ name: 'Sales', displayOrder: 0, ...fields }));
const failure = (work: () => unknown): DomainError => {
  try {
    inTenant(work);
  } catch (error) {
    return error as DomainError;
  }
  throw new Error('nothing was refused');
};
const pointers = (work: () => unknown) => failure(work).extra.findings?.map(({ pointer }) => pointer);
const names = ({ stages }: Pipeline) => stages.map(({ name }) => name);

describe('a new pipeline', () => {
  it('without stages gets the usual ones', () => {
    for (const stages of [undefined, []])
      expect(
        pipeline({ stages }).stages.map((s) => [s.name, s.stageType, s.defaultConfidence, s.displayOrder]),
      ).toEqual([
        ['Lead', 'open', 10, 0],
        ['Qualified', 'open', 25, 1],
        ['Proposal', 'open', 50, 2],
        ['Negotiation', 'open', 75, 3],
        ['Won', 'won', 100, 4],
        ['Lost', 'lost', 0, 5],
      ]);
  });

  it('orders its stages by display order', () => {
    const stages = [
      { name: 'B', displayOrder: 7 },
      { name: 'A', displayOrder: 3 },
    ];
    expect(names(pipeline({ stages }))).toEqual(['A', 'B']);
  });

  it('is refused with every fault of its stages', () => {
    const stages = [
      { name: 'Won', stageType: 'won', defaultConfidence: 99 },
      { name: ' wON', stageType: 'lost', defaultConfidence: 1 },
      { name: 'C', displayOrder: 1, stageType: 'won' },
    ] as const;
    expect(pointers(() => pipeline({ stages: [...stages] }))).toEqual([
      '/stages/0/default_confidence',
      '/stages/1/name',
      '/stages/1/default_confidence',
      '/stages/2/display_order',
      '/stages',
    ]);
  });
});

describe('stages of a pipeline', () => {
  it('are added after the others', () => {
    const sales = pipeline({ stages: [{ name: 'A', displayOrder: 4 }] });
    expect(inTenant(() => sales.addStage({ name: 'B' })).displayOrder).toBe(5);
  });

  it('have unique names and positions, and a confidence that fits their type', () => {
    const sales = pipeline();
    expect(pointers(() => sales.addStage({ name: 'LEAD', displayOrder: 1 }))).toEqual(['/name', '/display_order']);
    expect(pointers(() => sales.changeStage(sales.stages[4]!.id, { defaultConfidence: 5 }))).toEqual([
      '/default_confidence',
    ]);
  });

  it('have the confidence of their type when won or lost', () => {
    const sales = pipeline();
    const [lead, qualified] = sales.stages;
    expect(sales.changeStage(lead!.id, { stageType: 'won' }).defaultConfidence).toBe(100);
    expect(sales.changeStage(qualified!.id, { stageType: 'lost' }).defaultConfidence).toBe(0);
    expect(sales.changeStage(lead!.id, { stageType: 'open', defaultConfidence: 15 }).defaultConfidence).toBe(15);
  });

  it('include at least one open stage', () => {
    const sales = pipeline({ stages: [{ name: 'A' }, { name: 'Won', stageType: 'won' }] });
    const [open, won] = sales.stages;
    expect(failure(() => sales.changeStage(open!.id, { stageType: 'lost' })).code).toBe('open_stage_required');
    const again = pipeline({ stages: [{ name: 'A' }] });
    expect(failure(() => again.removeStage(again.stages[0]!.id)).code).toBe('open_stage_required');
    expect(failure(() => sales.removeStage('unknown')).kind).toBe('not_found');
    expect(won!.isOpen).toBe(false);
  });

  it('are at most fifty', () => {
    const sales = pipeline({ stages: Array.from({ length: 50 }, (_, i) => ({ name: `S${i}` })) });
    expect(failure(() => sales.addStage({ name: 'more' })).code).toBe('too_many_stages');
  });

  it('are reordered only as a whole', () => {
    const sales = pipeline({ stages: [{ name: 'A' }, { name: 'B' }, { name: 'C' }] });
    const [a, b, c] = sales.stages.map(({ id }) => id) as [string, string, string];
    sales.reorder([c, a, b]);
    expect(names(sales)).toEqual(['C', 'A', 'B']);
    for (const wrong of [[a, b], [a, b, b], [a, b, c, c], [a, b, 'x'], []])
      expect(pointers(() => sales.reorder(wrong))).toEqual(['/stage_ids']);
  });
});

it('the default pipeline stays the default until another replaces it', () => {
  const sales = pipeline({ isDefault: true });
  expect(failure(() => sales.update({ isDefault: false })).code).toBe('default_required');
  sales.unsetDefault();
  sales.update({ isDefault: false });
  expect(sales.isDefault).toBe(false);
});
