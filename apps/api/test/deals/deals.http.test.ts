import { describe, expect, it } from '@jest/globals';
import { newId } from '@tandem/domain/core/id';
import { useWorld } from '@tandem/testing/world';
import { asPipeline } from './sales.js';

describe('deals over HTTP', () => {
  const world = useWorld();
  const { ada, asOwner, member } = world;
  const sales = () => asPipeline(ada);
  const contact = async () => (await ada.post('/contacts', { display_name: 'Grace' })).body.id as string;
  const pointers = ({ body }: { body: { errors: { pointer: string }[] } }) => body.errors.map(({ pointer }) => pointer);

  it('a deal starts in the first open stage, with its confidence and the currency of the tenant', async () => {
    const { id: pipeline_id, lead, won } = await sales();
    const { status, headers, body } = await ada.post('/deals', { name: 'Website', pipeline_id });
    expect(status).toBe(201);
    expect(headers.location).toBe(`${world.address}/api/v1/deals/${body.id}`);
    expect(body).toEqual({
      id: body.id,
      tenant_id: ada.tenantId,
      pipeline_id,
      stage_id: lead,
      name: 'Website',
      amount_cents: null,
      currency: 'USD',
      confidence: 10,
      expected_close_date: null,
      owner_id: null,
      contact_ids: [],
      metadata: {},
      status: 'open',
      position: 1024,
      closed_at: null,
      lost_reason: null,
      created_at: body.created_at,
      updated_at: body.updated_at,
      deleted_at: null,
    });
    expect((await ada.get(`/deals/${body.id}`)).body).toEqual(body);
    await ada.patch('/tenant', { settings: { currency: 'CHF' } });
    const closed = (await ada.post('/deals', { name: 'Gift', pipeline_id, stage_id: won })).body;
    expect(closed).toMatchObject({ currency: 'CHF', status: 'won', confidence: 100, closed_at: expect.any(String) });
    const second = (await ada.post('/deals', { name: 'Shop', pipeline_id, currency: 'JPY', confidence: 0 })).body;
    expect(second).toMatchObject({ currency: 'JPY', confidence: 0, position: 2048 });
    await ada.patch('/tenant', { settings: null });
  });

  it('every fault of a deal is reported at once', async () => {
    const { id: pipeline_id } = await sales();
    const { lead: elsewhere } = await sales();
    const gone = newId();
    const [known] = [await contact()];
    const form = { name: ' ', amount_cents: -1, currency: 'EURO', confidence: 101, expected_close_date: '2026-02-30' };
    expect(pointers(await ada.post('/deals', { pipeline_id, ...form })).sort()).toEqual(
      ['/name', '/amount_cents', '/currency', '/confidence', '/expected_close_date'].sort(),
    );
    const references = { stage_id: elsewhere, owner_id: gone, contact_ids: [known, gone] };
    const refused = await ada.post('/deals', { name: 'x', pipeline_id, ...references });
    expect([refused.status, pointers(refused)]).toEqual([422, ['/owner_id', '/contact_ids/1', '/stage_id']]);
    expect(pointers(await ada.post('/deals', { name: 'x', pipeline_id: gone, stage_id: elsewhere }))).toEqual([
      '/pipeline_id',
    ]);
    for (const currency of ['eur', 'XYZ', '', 1, null])
      expect(pointers(await ada.post('/deals', { name: 'x', pipeline_id, currency }))).toEqual(['/currency']);
    for (const amount_cents of [2 ** 53, 1.5, '1'])
      expect(pointers(await ada.post('/deals', { name: 'x', pipeline_id, amount_cents }))).toEqual(['/amount_cents']);
  });

  it('a currency that settings had before it was checked is not used', async () => {
    await asOwner(`update tenants set settings = '{"currency": "Euro"}' where id = $1`, [ada.tenantId]);
    const { id: pipeline_id } = await sales();
    expect((await ada.post('/deals', { name: 'x', pipeline_id })).body.currency).toBe('USD');
    expect((await ada.patch('/tenant', { settings: { theme: 'dark' } })).status).toBe(200);
    await ada.patch('/tenant', { settings: { currency: null } });
  });

  it('an update changes what it names, and an empty list removes all contacts', async () => {
    const { deal } = await sales();
    const [first, second] = [await contact(), await contact()];
    const { id } = await deal({ contact_ids: [second, first, second.toUpperCase()], amount_cents: 5 });
    expect((await ada.get(`/deals/${id}`)).body.contact_ids).toEqual([second, first]);
    const fields = { amount_cents: 2 ** 53 - 1, owner_id: ada.memberId, expected_close_date: '2026-12-18' };
    const updated = await ada.patch(`/deals/${id}`, { ...fields, contact_ids: [first] });
    expect(updated.body).toMatchObject({ ...fields, contact_ids: [first], confidence: 10 });
    const cleared = { amount_cents: null, owner_id: null, expected_close_date: null, contact_ids: [] };
    expect((await ada.patch(`/deals/${id}`, cleared)).body).toMatchObject(cleared);
    expect((await ada.patch(`/deals/${id}`, { stage_id: newId() })).status).toBe(422);
    for (const name of ['name', 'currency', 'confidence', 'contact_ids'])
      expect(pointers(await ada.patch(`/deals/${id}`, { [name]: null }))).toEqual([`/${name}`]);
    expect(pointers(await ada.patch(`/deals/${id}`, { contact_ids: Array.from({ length: 51 }, newId) }))).toEqual([
      '/contact_ids',
    ]);
  });

  it('keeps a contact that was deleted, but takes it no more', async () => {
    const { deal } = await sales();
    const [kept, other] = [await contact(), await contact()];
    const [holder, stranger] = [await deal({ contact_ids: [kept] }), await deal()];
    await ada.delete(`/contacts/${kept}`);
    const { body } = await ada.patch(`/deals/${holder.id}`, { contact_ids: [other, kept] });
    expect(body.contact_ids).toEqual([other, kept]);
    expect(pointers(await ada.patch(`/deals/${stranger.id}`, { contact_ids: [kept] }))).toEqual(['/contact_ids/0']);
  });

  it('lets nobody try contacts that they may not read', async () => {
    const { id: pipeline_id, deal } = await sales();
    const guest = await member(ada, [
      { domain: 'pipelines', access_level: 'write' },
      { domain: 'contacts', access_level: 'none' },
    ]);
    const known = await contact();
    const refused = await guest.post('/deals', { name: 'x', pipeline_id, contact_ids: [known] });
    expect([refused.status, pointers(refused)]).toEqual([422, ['/contact_ids/0']]);
    const { id } = await deal({ contact_ids: [known] });
    expect((await guest.patch(`/deals/${id}`, { name: 'y', contact_ids: [known] })).status).toBe(200);
  });

  it('lists find deals by each filter, days excluded', async () => {
    const { id: pipeline_id, deal, qualified, won } = await sales();
    const known = await contact();
    const first = await deal({ name: 'Alpha Website', contact_ids: [known], expected_close_date: '2026-12-01' });
    const second = await deal({ name: 'Beta', owner_id: ada.memberId, expected_close_date: '2026-12-02' });
    const third = await deal({ name: 'Gamma website', stage_id: qualified, expected_close_date: '2026-12-03' });
    const fourth = await deal({ name: 'Delta', stage_id: won });
    const found = async (query: string) => {
      const { body } = await ada.get(`/deals?pipeline_id=${pipeline_id}&${query}`);
      return (body.data as { id: string }[]).map(({ id }) => id);
    };
    expect(await found('')).toEqual([fourth.id, third.id, second.id, first.id]);
    expect(await found(`stage_id=${qualified}`)).toEqual([third.id]);
    expect(await found('status=won')).toEqual([fourth.id]);
    expect(await found('status=lost')).toEqual([]);
    expect(await found(`owner_id=${ada.memberId}`)).toEqual([second.id]);
    expect(await found(`contact_id=${known}`)).toEqual([first.id]);
    expect(await found('expected_before=2026-12-03')).toEqual([second.id, first.id]);
    expect(await found('expected_after=2026-12-01')).toEqual([third.id, second.id]);
    expect(await found('q=WEBSITE')).toEqual([third.id, first.id]);
    expect(await found('q=website&expected_after=2026-12-01&status=open')).toEqual([third.id]);
    expect((await ada.get('/deals?status=closed')).status).toBe(400);
    expect((await ada.get('/deals?expected_before=soon')).status).toBe(400);
  });

  it('tasks are linked to a deal, and notes mention it', async () => {
    const { deal } = await sales();
    const { id } = await deal();
    const { id: task } = (await ada.post('/tasks', { title: 'Call' })).body;
    const link = () => ada.post(`/tasks/${task}/links`, { entity_type: 'deal', entity_id: id });
    expect([(await link()).status, (await link()).status]).toEqual([201, 200]);
    const bodies = [`@[Acme](mention://deal/${id})`, `[[deal:${id}]]`];
    for (const body of bodies) await ada.post('/notes', { title: body, body });
    const titles = async () =>
      (await ada.get(`/backlinks/deal/${id}`)).body.map(({ title }: { title: string }) => title) as string[];
    expect(await titles()).toEqual(bodies.toReversed());
    await ada.delete(`/deals/${id}`);
    expect((await ada.get(`/tasks/${task}/links`)).body.data).toEqual([]);
    expect(await titles()).toEqual([]);
    expect((await link()).status).toBe(404);
    await ada.post(`/deals/${id}/restore`);
    expect((await ada.get(`/tasks/${task}/links`)).body.data).toHaveLength(1);
    expect(await titles()).toHaveLength(2);
  });
});
