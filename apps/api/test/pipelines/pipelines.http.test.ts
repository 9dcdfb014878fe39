import { describe, expect, it } from '@jest/globals';
import { newId } from '@tandem/domain/core/id';
import { useWorld } from '@tandem/testing/world';

interface Shown {
  id: string;
  name: string;
  is_default: boolean;
  display_order: number;
}

describe('pipelines over HTTP', () => {
  const world = useWorld({ fresh: 'tenants' });
  const { ada, other, raw, asOwner } = world;

  const create = async (fields: object = {}) => (await ada.post('/pipelines', { name: 'P', ...fields })).body;
  const listed = async (caller = ada): Promise<Shown[]> => (await caller.get('/pipelines')).body;
  const defaults = async (caller = ada) => (await listed(caller)).filter((one) => one.is_default).map(({ id }) => id);
  const pointers = ({ body }: { body: { errors: { pointer: string }[] } }) => body.errors.map(({ pointer }) => pointer);

  it('the first is created with 201 and the usual stages, and is the default', async () => {
    expect(await listed()).toEqual([]);
    const created = await ada.post('/pipelines', { name: 'Sales', is_default: false });
    expect(created.status).toBe(201);
    expect(created.headers.location).toBe(`${world.address}/api/v1/pipelines/${created.body.id}`);
    expect(created.body).toMatchObject({
      is_default: true,
      display_order: 0,
      description: null,
      metadata: {},
      deleted_at: null,
    });
    expect(created.body.stages.map((stage: Shown) => stage.name).join()).toBe(
      'Lead,Qualified,Proposal,Negotiation,Won,Lost',
    );
    expect(Object.keys(created.body.stages[0])).toEqual(
      'id tenant_id pipeline_id name stage_type default_confidence display_order metadata created_at updated_at'.split(
        ' ',
      ),
    );
    expect((await ada.get(`/pipelines/${created.body.id}`)).body).toEqual(created.body);
    expect(await listed()).toEqual([created.body]);
  });

  it('the list is a bare array by display order', async () => {
    for (const display_order of [5, 1, undefined]) await create({ name: `P${display_order}`, display_order });
    expect((await listed()).map(({ name, display_order }) => [name, display_order])).toEqual([
      ['P1', 1],
      ['P5', 5],
      ['Pundefined', 6],
    ]);
  });

  it('invalid values are refused with every fault', async () => {
    const stages = [{ name: 'A', default_confidence: 101 }, { stage_type: 'draw' }];
    const shape = await ada.post('/pipelines', { stages, color: 'red' });
    expect(shape.status).toBe(422);
    expect(pointers(shape).sort()).toEqual(
      ['/color', '/name', '/stages/0/default_confidence', '/stages/1/name', '/stages/1/stage_type'].sort(),
    );
    const meaning = await ada.post('/pipelines', {
      name: 'P',
      stages: [{ name: 'Won', stage_type: 'won', default_confidence: 1 }],
    });
    expect(pointers(meaning)).toEqual(['/stages/0/default_confidence', '/stages']);
    const many = Array.from({ length: 51 }, (_, i) => ({ name: `S${i}` }));
    expect(pointers(await ada.post('/pipelines', { name: 'P', stages: many }))).toEqual(['/stages']);
    const { id } = await create();
    expect((await ada.patch(`/pipelines/${id}`, { name: null, stages: [] })).status).toBe(422);
  });

  it('a new default replaces the old one, which cannot simply be unset', async () => {
    const first = await create();
    const second = await create({ is_default: true });
    expect(await defaults()).toEqual([second.id]);
    expect((await ada.patch(`/pipelines/${first.id}`, { is_default: true, description: 'x' })).body).toMatchObject({
      is_default: true,
      description: 'x',
    });
    expect(await defaults()).toEqual([first.id]);
    const refused = await ada.patch(`/pipelines/${first.id}`, { is_default: false });
    expect([refused.status, refused.body.code]).toEqual([409, 'default_required']);
    expect((await ada.patch(`/pipelines/${second.id}`, { is_default: false })).status).toBe(200);
    expect((await ada.patch(`/pipelines/${newId()}`, { is_default: true })).status).toBe(404);
    expect(await defaults()).toEqual([first.id]);
  });

  it('one is the default however many are created concurrently', async () => {
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, i) => ada.post('/pipelines', { name: 'P', is_default: i % 2 === 0 })),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 201));
    expect(new Set((await listed()).map((one) => one.display_order)).size).toBe(6);
    expect(await defaults()).toHaveLength(1);
    const ids = (await listed()).map(({ id }) => id);
    const changed = await Promise.all(ids.map((id) => ada.patch(`/pipelines/${id}`, { is_default: true })));
    expect(changed.map(({ status }) => status)).toEqual(ids.map(() => 200));
    expect(await defaults()).toHaveLength(1);
    await Promise.all(ids.slice(0, 5).map((id) => ada.delete(`/pipelines/${id}`)));
    expect(await defaults()).toEqual([ids[5]]);
  });

  it('deleting the default makes the oldest of the others the default', async () => {
    const [first, second, third] = [await create(), await create(), await create()];
    expect((await ada.delete(`/pipelines/${first.id}`)).status).toBe(204);
    expect(await defaults()).toEqual([second.id]);
    expect((await ada.get(`/pipelines/${first.id}`)).status).toBe(404);
    expect((await ada.delete(`/pipelines/${first.id}`)).status).toBe(404);
    await ada.delete(`/pipelines/${third.id}`);
    await ada.delete(`/pipelines/${second.id}`);
    expect(await listed()).toEqual([]);
    expect((await create()).is_default).toBe(true);
  });

  it('events of a pipeline are recorded, those of its stages included', async () => {
    const { id, stages } = await create();
    await ada.delete(`/pipelines/${id}/stages/${stages[0].id}`);
    await ada.delete(`/pipelines/${id}`);
    const events = await asOwner<{ type: string; data: { stages: object[] }; channels: string[] }>(
      'select type, data, channels from events where resource_id = $1 order by id',
      [id],
    );
    expect(events.map(({ type }) => type)).toEqual(['pipeline.created', 'pipeline.updated', 'pipeline.deleted']);
    expect(events[1]!.data.stages).toHaveLength(5);
    expect(events[1]!.channels).toEqual(['pipelines']);
  });

  it('a pipeline of another tenant does not exist, and every operation requires a token', async () => {
    const { id } = await create();
    const path = `/pipelines/${id}`;
    for (const response of [
      await other.get(path),
      await other.patch(path, { name: 'x' }),
      await other.patch(path, { is_default: true }),
      await other.delete(path),
    ])
      expect(response.status).toBe(404);
    expect(await listed(other)).toEqual([]);
    for (const [method, at] of [
      ['get', '/pipelines'],
      ['post', '/pipelines'],
      ['get', path],
      ['patch', path],
      ['delete', path],
    ] as const)
      expect((await raw(method, `/api/v1${at}`)).status).toBe(401);
  });
});
