import { describe, expect, it } from '@jest/globals';
import { newId } from '@tandem/domain/core/id';
import { useWorld } from '@tandem/testing/world';
import { asPipeline } from './sales.js';

describe('restoring a deal', () => {
  const { ada, other, asOwner } = useWorld();
  const restore = (id: string) => ada.post(`/deals/${id}/restore`);
  const typesOf = async (id: string) =>
    (await asOwner<{ type: string }>('select type from events where resource_id = $1 order by id', [id])).map(
      ({ type }) => type.replace('deal.', ''),
    );

  it('brings it back where it was', async () => {
    const { deal, won } = await asPipeline(ada);
    const before = await deal({ stage_id: won, amount_cents: 5 });
    await ada.delete(`/deals/${before.id}`);
    expect((await ada.get(`/deals/${before.id}`)).status).toBe(404);
    expect((await ada.delete(`/deals/${before.id}`)).status).toBe(404);
    const { status, body } = await restore(before.id);
    expect([status, body]).toEqual([200, { ...before, updated_at: body.updated_at }]);
    expect((await restore(before.id)).body).toEqual(body);
    expect(await typesOf(before.id)).toEqual(['created', 'deleted', 'updated']);
  });

  it('leads to the first open stage if its own is gone', async () => {
    const { id, deal, removeStage, lead, qualified, won } = await asPipeline(ada);
    const closed = await deal({ stage_id: won });
    await ada.delete(`/deals/${closed.id}`);
    await removeStage(lead);
    await removeStage(won);
    const { body } = await restore(closed.id);
    expect(body).toMatchObject({
      pipeline_id: id,
      stage_id: qualified,
      status: 'open',
      closed_at: null,
      confidence: 25,
      position: 1024,
    });
    expect(await typesOf(closed.id)).toEqual(['created', 'deleted', 'updated', 'moved', 'reopened']);
  });

  it('takes the status of a stage whose type has changed', async () => {
    const { id, deal, qualified } = await asPipeline(ada);
    const open = await deal({ stage_id: qualified });
    await ada.delete(`/deals/${open.id}`);
    expect((await ada.patch(`/pipelines/${id}/stages/${qualified}`, { stage_type: 'lost' })).status).toBe(200);
    expect((await restore(open.id)).body).toMatchObject({ stage_id: qualified, status: 'lost', confidence: 0 });
  });

  it('is refused without its pipeline', async () => {
    const { id, deal } = await asPipeline(ada);
    const left = await deal();
    await ada.delete(`/deals/${left.id}`);
    expect((await ada.delete(`/pipelines/${id}`)).status).toBe(204);
    const { status, body } = await restore(left.id);
    expect([status, body.code]).toEqual([409, 'pipeline_deleted']);
  });

  it('is possible for 30 days, and for deals of the tenant', async () => {
    const { deal } = await asPipeline(ada);
    const { id } = await deal();
    await ada.delete(`/deals/${id}`);
    expect((await other.post(`/deals/${id}/restore`)).status).toBe(404);
    expect((await restore(newId())).status).toBe(404);
    const age = (interval: string) =>
      asOwner('update deals set deleted_at = now() - $2::interval where id = $1', [id, interval]);
    await age('30 days 1 minute');
    expect((await restore(id)).status).toBe(404);
    await age('29 days 23 hours');
    expect((await restore(id)).status).toBe(200);
  });
});
