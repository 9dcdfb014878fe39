import { describe, expect, it } from '@jest/globals';
import { newId } from '@tandem/domain/core/id';
import { useWorld } from '@tandem/testing/world';
import { asPipeline } from './sales.js';

interface Recorded {
  type: string;
  data: Record<string, unknown>;
  metadata: Record<string, unknown>;
}

describe('moving deals over HTTP', () => {
  const { ada, asOwner } = useWorld();
  const eventsOf = (id: string) =>
    asOwner<Recorded>('select type, data, metadata from events where resource_id = $1 order by id', [id]);
  const typesOf = async (id: string) => (await eventsOf(id)).map(({ type }) => type.replace('deal.', ''));

  it('a deal passes all stages, and the type of the stage decides its status', async () => {
    const { stages, deal, move, won, lost, lead } = await asPipeline(ada);
    const { id } = await deal();
    const seen: unknown[] = [];
    for (const stage of [...stages.slice(1), lead]) {
      const { status, body } = await move(id, stage);
      expect([status, body.stage_id]).toEqual([200, stage]);
      seen.push([body.status, body.confidence, body.closed_at !== null, body.position]);
    }
    expect(seen).toEqual([
      ['open', 25, false, 1024],
      ['open', 50, false, 1024],
      ['open', 75, false, 1024],
      ['won', 100, true, 1024],
      ['lost', 0, true, 1024],
      ['open', 10, false, 1024],
    ]);
    expect(await typesOf(id)).toEqual('created moved moved moved moved won moved lost moved reopened'.split(' '));
    const moves = (await eventsOf(id)).filter(({ type }) => type === 'deal.moved');
    const ways = moves.map(({ data }) => [data.from_stage_id, data.stage_id]);
    expect(ways).toEqual(stages.map((stage, index) => [stage, stages[index + 1] ?? lead]));
    expect(moves.at(-1)!.metadata).toMatchObject({
      from_stage_id: lost,
      changes: { stage_id: { from: lost, to: lead } },
    });
    expect((await eventsOf(id)).find(({ type }) => type === 'deal.won')!.data).toMatchObject({ stage_id: won });
  });

  it('a reason belongs to a lost deal', async () => {
    const { deal, move, won, lost, lead } = await asPipeline(ada);
    const { id } = await deal();
    for (const stage of [lead, won]) {
      const { status, body } = await move(id, stage, { lost_reason: 'Price' });
      expect([status, body.errors[0].pointer, body.errors[0].code]).toEqual([422, '/lost_reason', 'not_allowed']);
    }
    expect((await move(id, lead, { lost_reason: null })).status).toBe(200);
    const first = (await move(id, lost, { lost_reason: 'Price' })).body;
    expect(first.lost_reason).toBe('Price');
    const second = (await move(id, lost, { lost_reason: 'Time' })).body;
    expect(second).toMatchObject({ lost_reason: 'Time', closed_at: first.closed_at });
    expect((await move(id, lost)).body).toEqual(second);
    expect((await move(id, won)).body).toMatchObject({ status: 'won', lost_reason: null });
    expect(await typesOf(id)).toEqual('created moved lost updated moved won'.split(' '));
  });

  it('a deal moves to another pipeline with its stage', async () => {
    const [here, there] = [await asPipeline(ada), await asPipeline(ada)];
    const { id } = await here.deal();
    await there.deal({ stage_id: there.proposal });
    const { body } = await here.move(id, there.proposal);
    expect(body).toMatchObject({ pipeline_id: there.id, stage_id: there.proposal, confidence: 50, position: 2048 });
    expect((await ada.delete(`/pipelines/${here.id}`)).status).toBe(204);
    const missing = await here.move(id, here.lead);
    expect([missing.status, missing.body.errors[0].pointer]).toEqual([422, '/stage_id']);
    expect((await here.move(id, newId())).status).toBe(422);
    expect((await here.move(newId(), there.lead)).status).toBe(404);
  });

  it('positions sort a stage, and a move within it keeps everything else', async () => {
    const { deal, move, lead, qualified } = await asPipeline(ada);
    const [first, second] = [await deal(), await deal()];
    const between = (await move(second.id, lead, { position: 512 })).body;
    expect(between).toMatchObject({ position: 512, stage_id: lead, status: 'open' });
    expect((await move(second.id, lead)).body).toEqual(between);
    expect(await typesOf(second.id)).toEqual(['created', 'updated']);
    expect((await move(first.id, qualified, { position: -7 })).body.position).toBe(-7);
    expect((await move(second.id, qualified)).body.position).toBe(1017);
  });

  it('a confidence that somebody set stays, the others follow their stage', async () => {
    const { id: pipeline, deal, move, lead, won } = await asPipeline(ada);
    const [own, following, deleted] = [await deal({ confidence: 10 }), await deal(), await deal()];
    await ada.delete(`/deals/${deleted.id}`);
    const setDefault = (default_confidence: number) =>
      ada.patch(`/pipelines/${pipeline}/stages/${lead}`, { default_confidence });
    expect((await setDefault(15)).status).toBe(200);
    await setDefault(15);
    const confidenceOf = async ({ id }: { id: string }) => (await ada.get(`/deals/${id}`)).body.confidence as number;
    expect([await confidenceOf(own), await confidenceOf(following)]).toEqual([10, 15]);
    expect(await typesOf(following.id)).toEqual(['created', 'updated']);
    expect(await typesOf(deleted.id)).toEqual(['created', 'deleted']);
    expect((await ada.post(`/deals/${deleted.id}/restore`)).body.confidence).toBe(15);
    await ada.patch(`/deals/${following.id}`, { confidence: 33 });
    await setDefault(20);
    expect(await confidenceOf(following)).toBe(33);
    expect((await move(following.id, won)).body).toMatchObject({ status: 'won', confidence: 33 });
  });

  it('a stage or pipeline with deals is not deleted, nor does the type of the stage change', async () => {
    const { id: pipeline, deal, move, removeStage, lead, qualified } = await asPipeline(ada);
    const [first, second] = [await deal(), await deal()];
    const refused = await removeStage(lead);
    expect([refused.status, refused.body.code, refused.body.deals]).toEqual([409, 'stage_not_empty', 2]);
    expect(refused.body.detail).toBe('The stage has 2 deals. Move or delete them first.');
    const type = await ada.patch(`/pipelines/${pipeline}/stages/${lead}`, { stage_type: 'won' });
    expect([type.status, type.body.code]).toEqual([409, 'stage_not_empty']);
    expect((await ada.patch(`/pipelines/${pipeline}/stages/${lead}`, { stage_type: 'open', name: 'New' })).status).toBe(
      200,
    );
    await ada.delete(`/deals/${first.id}`);
    const whole = await ada.delete(`/pipelines/${pipeline}`);
    expect([whole.status, whole.body.code, whole.body.deals]).toEqual([409, 'pipeline_not_empty', 1]);
    expect(whole.body.detail).toBe('The pipeline has 1 deal. Move or delete it first.');
    await move(second.id, qualified);
    const { lead: elsewhere } = await asPipeline(ada);
    expect((await removeStage(elsewhere)).status).toBe(404);
    expect((await removeStage(lead)).status).toBe(204);
    await ada.delete(`/deals/${second.id}`);
    expect((await ada.delete(`/pipelines/${pipeline}`)).status).toBe(204);
  });
});
