import { describe, expect, it } from '@jest/globals';
import { deadlocks } from '@tandem/testing/deadlocks';
import { eventually } from '@tandem/testing/eventually';
import { useWorld } from '@tandem/testing/world';
import { asPipeline } from './sales.js';

describe('deals that several change at once', () => {
  const world = useWorld();
  const { ada, asOwner } = world;
  const meanwhile = world.session();
  const contact = async () => (await ada.post('/contacts', { display_name: 'Grace' })).body.id as string;
  const contactsOf = async (id: string) => (await ada.get(`/deals/${id}`)).body.contact_ids as string[];
  const merge = (id: string, source_id: string) => ada.post(`/contacts/${id}/merge`, { source_id });

  /** Sends requests one by one while a row is locked, each once the one before waits. */
  const behind = async <T>(table: string, id: string, ...requests: (() => Promise<T>)[]): Promise<T[]> => {
    await meanwhile.query('begin');
    await meanwhile.query(`select from ${table} where id = $1 for update`, [id]);
    const responses: Promise<T>[] = [];
    for (const request of requests) {
      responses.push(request());
      await eventually(async () => expect(await meanwhile.waiting()).toBe(responses.length));
    }
    await meanwhile.query('commit');
    return Promise.all(responses);
  };

  it('two moves at once follow each other', async () => {
    const { deal, move, lead, qualified, won } = await asPipeline(ada);
    for (let round = 0; round < 5; round++) {
      const { id } = await deal();
      const [first, second] = await Promise.all([move(id, qualified), move(id, won)]);
      expect([first.status, second.status]).toEqual([200, 200]);
      const moves = await asOwner<{ data: { from_stage_id: string; stage_id: string } }>(
        `select data from events where resource_id = $1 and type = 'deal.moved' order by id`,
        [id],
      );
      const [one, other] = moves.map(({ data }) => data);
      expect([one!.from_stage_id, other!.from_stage_id]).toEqual([lead, one!.stage_id]);
      const { body } = await ada.get(`/deals/${id}`);
      expect(body.stage_id).toBe(other!.stage_id);
      expect([body.status, body.closed_at !== null]).toEqual(body.stage_id === won ? ['won', true] : ['open', false]);
    }
  });

  it('a stage is not removed once a deal has moved in, and takes none once it is removed', async () => {
    const { id, deal, move, removeStage, qualified, proposal } = await asPipeline(ada);
    const [first, second] = [await deal(), await deal()];
    const moveIn = (of: string, stage: string) => () => move(of, stage);
    const before = await deadlocks(world);
    const moved = await behind('pipelines', id, moveIn(first.id, qualified), () => removeStage(qualified));
    expect(moved.map(({ status }) => status)).toEqual([200, 409]);
    const removed = await behind('pipelines', id, () => removeStage(proposal), moveIn(second.id, proposal));
    expect(removed.map(({ status }) => status)).toEqual([204, 422]);
    expect(await deadlocks(world)).toBe(before);
  });

  it('no deal is left in a stage or pipeline that goes at the same moment', async () => {
    for (let round = 0; round < 6; round++) {
      const { id, deal, move, removeStage, qualified } = await asPipeline(ada);
      const elsewhere = await asPipeline(ada);
      const [moving, gone] = [await elsewhere.deal(), await deal()];
      await ada.delete(`/deals/${gone.id}`);
      const create = () => ada.post('/deals', { name: 'x', pipeline_id: id, stage_id: qualified });
      const responses = await Promise.all([
        create(),
        move(moving.id, qualified),
        round % 2 ? removeStage(qualified) : ada.delete(`/pipelines/${id}`),
        ada.post(`/deals/${gone.id}/restore`),
        create(),
      ]);
      for (const { status } of responses) expect([200, 201, 204, 409, 422]).toContain(status);
      const astray = await asOwner(
        `select d.id from deals d where d.deleted_at is null and not exists (
           select from pipeline_stages s join pipelines p on p.id = s.pipeline_id
           where s.id = d.stage_id and p.id = d.pipeline_id and p.deleted_at is null)`,
      );
      expect(astray).toEqual([]);
    }
  });

  it('a merged contact is replaced in every deal, with an event each', async () => {
    const { deal } = await asPipeline(ada);
    const [survivor, source, third] = [await contact(), await contact(), await contact()];
    const replaced = await deal({ contact_ids: [third, source] });
    const both = await deal({ contact_ids: [source, third, survivor] });
    const deleted = await deal({ contact_ids: [source] });
    const untouched = await deal({ contact_ids: [survivor, third] });
    await ada.delete(`/deals/${deleted.id}`);
    expect((await merge(survivor, source)).status).toBe(200);
    expect(await contactsOf(replaced.id)).toEqual([third, survivor]);
    expect(await contactsOf(both.id)).toEqual([survivor, third]);
    const events = await asOwner<{ resource_id: string }>(
      `select resource_id from events where type = 'deal.updated' and resource_id = any($1) order by id`,
      [[replaced, both, deleted, untouched].map(({ id }) => id)],
    );
    expect(events.map(({ resource_id }) => resource_id)).toEqual([replaced.id, both.id]);
    await ada.post(`/deals/${deleted.id}/restore`);
    expect(await contactsOf(deleted.id)).toEqual([survivor]);
    for (const known of [survivor, source]) {
      const { data } = (await ada.get(`/deals?contact_id=${known}`)).body as { data: { id: string }[] };
      expect(data.map(({ id }) => id)).toEqual([untouched, deleted, both, replaced].map(({ id }) => id));
    }
    expect((await ada.patch(`/deals/${untouched.id}`, { contact_ids: [source] })).body.contact_ids).toEqual([survivor]);
  });

  it('a deal that names a contact while it is merged names the survivor', async () => {
    const { id: pipeline_id, deal } = await asPipeline(ada);
    const before = await deadlocks(world);
    for (let round = 0; round < 8; round++) {
      const [survivor, source] = [await contact(), await contact()];
      const [held, fresh] = [await deal({ contact_ids: [source] }), await deal()];
      const name = (id: string) => ada.patch(`/deals/${id}`, { name: 'y', contact_ids: [source] });
      const create = () => ada.post('/deals', { name: 'x', pipeline_id, contact_ids: [source] });
      const responses = await Promise.all([merge(survivor, source), name(held.id), name(fresh.id), create()]);
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 201]);
      for (const id of [held.id, fresh.id, responses[3].body.id as string])
        expect(await contactsOf(id)).toEqual([survivor]);
    }
    expect(await deadlocks(world)).toBe(before);
  });
});
