import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { takeRecorded } from '../core/entity.js';
import { newId } from '../core/id.js';
import { inScope, systemScope } from '../core/scope.js';
import { Pipeline } from '../pipelines/pipeline.js';
import type { Stage, StageType } from '../pipelines/stage.js';
import { Deal, type DealFields } from './deal.js';

const inTenant = <T>(work: () => T): T => inScope(systemScope(newId()), work);
const { stages } = inTenant(() => new Pipeline({ name: 'Sales', displayOrder: 0 }));
const [lead, qualified] = stages as [Stage, Stage];
const [won, lost] = stages.slice(-2) as [Stage, Stage];
const fresh = (stage: Stage = lead, fields: DealFields = {}) =>
  inTenant(() => new Deal({ name: 'Website', currency: 'EUR', ...fields }, { stage, position: 1 }));
const happened = (deal: Deal) => takeRecorded(deal).map(({ type }) => type.replace('deal.', ''));

describe('a deal', () => {
  it('records only its creation, whatever the type of its first stage', () => {
    for (const stage of [lead, won]) expect(happened(fresh(stage))).toEqual(['created']);
  });

  it('has the status and the events of its stages after any moves', () => {
    fc.assert(
      fc.property(fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined }), fc.array(moves), (own, path) => {
        const deal = fresh(lead, { confidence: own });
        happened(deal);
        for (const { stage, reason } of path) {
          const { stageId, status, closedAt, lostReason } = deal;
          if (reason && stage !== lost) expect(() => deal.moveTo({ stage, position: 2 }, reason)).toThrow();
          deal.moveTo({ stage, position: 2 }, stage === lost ? reason : undefined);
          const { stageType, defaultConfidence } = stage;
          expect(happened(deal)).toEqual(stage.id === stageId ? ['updated'] : movedTo(stageType, status));
          const confidence = own ?? defaultConfidence;
          expect(deal).toMatchObject({ stageId: stage.id, status: stageType, position: 2, confidence });
          expect(deal.closedAt === null).toBe(stage.isOpen);
          if (stageType === status) expect(deal.closedAt).toBe(closedAt);
          expect(deal.lostReason).toBe(stage === lost ? (reason ?? lostReason) : null);
        }
      }),
    );
  });

  it('changes with its stage and contacts while it is deleted, without an event', () => {
    const [source, survivor] = [newId(), newId()];
    const deal = fresh(lead, { contactIds: [survivor, source, source] });
    expect(deal.contactIds).toEqual([survivor, source]);
    deal.delete();
    deal.replaceContact(source, survivor);
    deal.followStage(55);
    expect(deal).toMatchObject({ contactIds: [survivor], confidence: 55 });
    expect(happened(deal)).toEqual(['created', 'deleted']);
  });

  it('is restored into the stage that it is given', () => {
    const deal = fresh(won);
    deal.delete();
    happened(deal);
    deal.restore({ stage: qualified, position: 7 });
    expect(deal).toMatchObject({ stageId: qualified.id, status: 'open', closedAt: null, deletedAt: null, position: 7 });
    expect(happened(deal)).toEqual(['updated', 'moved', 'reopened']);
    deal.restore(undefined);
    expect(happened(deal)).toEqual([]);
  });
});

const outcomes = { open: 'reopened', won: 'won', lost: 'lost' };
const movedTo = (type: StageType, before: StageType) => ['moved', ...(type === before ? [] : [outcomes[type]])];

const moves = fc.record({
  stage: fc.constantFrom(...stages),
  reason: fc.constantFrom(undefined, 'Price', 'Time'),
});
