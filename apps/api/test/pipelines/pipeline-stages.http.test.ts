import { describe, expect, it } from '@jest/globals';
import { newId } from '@tandem/domain/core/id';
import { useWorld } from '@tandem/testing/world';

interface Stage {
  id: string;
  name: string;
  display_order: number;
}

describe('stages of pipelines over HTTP', () => {
  const world = useWorld();
  const { ada, other, raw } = world;

  const pipeline = async (...names: string[]) => {
    const { body } = await ada.post('/pipelines', { name: 'P', stages: names.map((name) => ({ name })) });
    return { path: `/pipelines/${body.id}`, ids: (body.stages as Stage[]).map(({ id }) => id) };
  };
  const order = async (path: string) =>
    (await ada.get(path)).body.stages.map((stage: Stage) => `${stage.name}${stage.display_order}`);
  const pointers = ({ body }: { body: { errors: { pointer: string }[] } }) => body.errors.map(({ pointer }) => pointer);

  it('are added, read, updated and removed', async () => {
    const { path } = await pipeline('A');
    const before = (await ada.get(path)).body;
    const added = await ada.post(`${path}/stages`, { name: 'Won', stage_type: 'won', metadata: { a: 1 } });
    expect(added.status).toBe(201);
    expect(added.body).toMatchObject({
      pipeline_id: before.id,
      default_confidence: 100,
      display_order: 1,
      metadata: { a: 1 },
    });
    const at = `${path}/stages/${added.body.id}`;
    expect(added.headers.location).toBe(`${world.address}/api/v1${at}`);
    expect((await ada.get(at)).body).toEqual(added.body);
    const changed = await ada.patch(at, { name: 'Gone', stage_type: 'lost', metadata: null });
    expect(changed.body).toMatchObject({ id: added.body.id, name: 'Gone', default_confidence: 0, metadata: {} });
    const after = (await ada.get(path)).body;
    expect(after.stages[1]).toEqual(changed.body);
    expect(after.updated_at > before.updated_at).toBe(true);
    expect((await ada.delete(at)).status).toBe(204);
    for (const response of [await ada.get(at), await ada.delete(at), await ada.patch(at, { name: 'x' })])
      expect(response.status).toBe(404);
  });

  it('are reordered as a whole', async () => {
    const { path, ids } = await pipeline('A', 'B', 'C');
    const [a, b, c] = ids as [string, string, string];
    const response = await ada.post(`${path}/stages/reorder`, { stage_ids: [c, a.toUpperCase(), b] });
    expect(response.status).toBe(200);
    expect(await order(path)).toEqual(['C0', 'A1', 'B2']);
    expect((await ada.get(path)).body).toEqual(response.body);
    for (const stage_ids of [[a, b], [a, b, b], [a, b, newId()], ['x'], null])
      expect(pointers(await ada.post(`${path}/stages/reorder`, { stage_ids }))).toEqual(['/stage_ids']);
  });

  it('are refused if they clash', async () => {
    const { path, ids } = await pipeline('A', 'B');
    expect(pointers(await ada.post(`${path}/stages`, { name: ' a ', display_order: 1 })).sort()).toEqual([
      '/display_order',
      '/name',
    ]);
    const patched = await ada.patch(`${path}/stages/${ids[0]}`, { name: 'b', default_confidence: 1.5 });
    expect([patched.status, pointers(patched)]).toEqual([422, ['/default_confidence']]);
    const won = await ada.post(`${path}/stages`, { name: 'W', stage_type: 'won', default_confidence: 0 });
    expect(pointers(won)).toEqual(['/default_confidence']);
    expect(await order(path)).toEqual(['A0', 'B1']);
  });

  it('include at least one open stage, also when the last two are deleted concurrently', async () => {
    const { path, ids } = await pipeline('A', 'B');
    const responses = await Promise.all(ids.map((id) => ada.delete(`${path}/stages/${id}`)));
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect(responses.find(({ status }) => status === 409)!.body.code).toBe('open_stage_required');
    expect((await ada.get(path)).body.stages).toHaveLength(1);
  });

  it('added concurrently get distinct positions and names', async () => {
    const { path } = await pipeline('A');
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, i) => ada.post(`${path}/stages`, { name: `N${i % 3}` })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 201, 422, 422, 422]);
    const positions = (await ada.get(path)).body.stages.map((stage: Stage) => stage.display_order);
    expect(positions).toEqual([0, 1, 2, 3]);
  });

  it('are at most fifty', async () => {
    const { path } = await pipeline(...Array.from({ length: 50 }, (_, i) => `S${i}`));
    const response = await ada.post(`${path}/stages`, { name: 'more' });
    expect([response.status, response.body.code]).toEqual([409, 'too_many_stages']);
  });

  it('can be linked to tasks while they exist, like their pipelines', async () => {
    const { path, ids } = await pipeline('A', 'B');
    const task = (await ada.post('/tasks', { title: 'T' })).body.id;
    const link = async (entity_type: string, entity_id: string) =>
      (await ada.post(`/tasks/${task}/links`, { entity_type, entity_id })).status;
    expect([await link('pipeline', path.slice(11)), await link('pipeline_stage', ids[0]!)]).toEqual([201, 201]);
    await ada.delete(path);
    expect([await link('pipeline', newId()), await link('pipeline_stage', ids[1]!)]).toEqual([404, 404]);
  });

  it('of another tenant or pipeline do not exist, and require a token', async () => {
    const { path, ids } = await pipeline('A', 'B');
    const elsewhere = await pipeline('C');
    for (const [caller, at] of [
      [other, path],
      [ada, elsewhere.path],
    ] as const) {
      expect((await caller.get(`${at}/stages/${ids[0]}`)).status).toBe(404);
      expect((await caller.patch(`${at}/stages/${ids[0]}`, { name: 'x' })).status).toBe(404);
      expect((await caller.delete(`${at}/stages/${ids[0]}`)).status).toBe(404);
    }
    expect((await other.post(`${path}/stages`, { name: 'x' })).status).toBe(404);
    expect((await other.post(`${path}/stages/reorder`, { stage_ids: ids })).status).toBe(404);
    for (const [method, at] of [
      ['post', '/stages'],
      ['post', '/stages/reorder'],
      ['get', `/stages/${ids[0]}`],
      ['patch', `/stages/${ids[0]}`],
      ['delete', `/stages/${ids[0]}`],
    ] as const)
      expect((await raw(method, `/api/v1${path}${at}`)).status).toBe(401);
    expect(await order(path)).toEqual(['A0', 'B1']);
  });
});
