import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { useWorld } from '@tandem/testing/world';
import { linesOf } from '../exports/exported.js';

const [name, nickname, email, phone] = ['Grizelda Quibble', 'Zelda-of-Q', 'grizelda@quibble.example', '+4915123456789'];
const secrets = [name, 'Grizelda', 'Quibble', nickname, email, phone];

describe('an erased contact', () => {
  const world = useWorld({ workers: 1, settings: { WEBHOOK_ALLOW_HTTP: 'true' } });
  const { ada, other, member, withKey, receiver } = world;
  const key = { 'idempotency-key': 'create-her' };
  const fields = {
    display_name: name,
    nickname,
    bio: `Write to ${email}`,
    metadata: { phone },
    channels: [
      { type: 'email', value: email },
      { type: 'phone', value: phone },
    ],
  };
  let contact: string;
  let merged: string;
  let task: string;

  /** Rows of any table, by table, whose text contains one of them. */
  const holding = async () => {
    const tables = await world.asOwner<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const text = `select 1 from ${name} t where t::text ilike any($1) limit 1`;
      if ((await world.asOwner(text, [secrets.map((secret) => `%${secret}%`)])).length) found.push(name);
    }
    return found;
  };

  beforeAll(async () => {
    receiver.react = ({ body }, response) => void response.writeHead(500).end(body);
    await ada.post('/webhook-endpoints', { url: receiver.url });
    contact = (await ada.post('/contacts', fields, key)).body.id as string;
    merged = (await ada.post('/contacts', { display_name: `${name} again` })).body.id as string;
    await ada.patch(`/contacts/${merged}`, { nickname: `${nickname} 2` });
    await ada.post(`/contacts/${contact}/merge`, { source_id: merged });
    await ada.post(
      '/batch',
      { requests: [{ method: 'PATCH', path: `/api/v1/contacts/${contact}`, body: { suffix: name } }] },
      { 'idempotency-key': 'batch' },
    );
    task = (await ada.post('/tasks', { title: 'Call her' })).body.id as string;
    await ada.post(`/tasks/${task}/links`, { entity_type: 'contact', entity_id: contact });
    await ada.post('/contacts', { display_name: 'Zelda of others' });
    await eventually(async () =>
      expect(await holding()).toEqual(
        expect.arrayContaining(['public.webhook_attempts', 'public.search_documents', 'public.search_words']),
      ),
    );
  });

  it('can be exported with all that refers to it, by its administrators only', async () => {
    const path = `/contacts/${contact}/personal-data.ndjson`;
    const lines = linesOf((await ada.get(path)).text);
    expect(lines[0]).toMatchObject({ types: ['contact', 'deal', 'task', 'note', 'audit_entry'] });
    expect(lines[1]).toMatchObject({ type: 'contact', record: { id: contact, nickname } });
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'task', record: expect.objectContaining({ id: task }) }),
      ]),
    );
    expect(lines.at(-1)).toMatchObject({ type: 'end', counts: { contact: 1, task: 1 } });
    const narrow = await withKey(ada, { scopes: ['contacts:admin'] });
    expect(linesOf((await narrow.get(path)).text)[0]).toMatchObject({ types: ['contact'] });
    const colleague = await member(ada);
    expect((await colleague.get(path)).status).toBe(403);
    expect((await colleague.post(`/contacts/${contact}/erase`)).body).toMatchObject({
      status: 403,
      scope: 'contacts:admin',
    });
    expect((await other.get(path)).status).toBe(404);
    expect((await other.post(`/contacts/${contact}/erase`)).status).toBe(404);
  });

  it('is empty, and its name and addresses are in no row of any table', async () => {
    const before = (await ada.get(`/audit-log?resource_id=${contact}`)).body.data as { id: string }[];
    const { status, body } = await ada.post(`/contacts/${contact}/erase`);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { id: contact, display_name: 'Erased contact', channels: [], metadata: {} },
    });
    expect(body.not_erased).toContain('notes');
    expect(await holding()).toEqual([]);
    const kept = await world.asOwner(`select from search_words where word = 'zelda'`);
    expect(kept).toHaveLength(1);
    const after = (await ada.get(`/audit-log?resource_id=${contact}`)).body.data as { id: string; action: string }[];
    expect(after[0]).toMatchObject({ action: 'contact.erased', metadata: { changes: { erased: true } } });
    expect(after.slice(1).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });

  it('stays erased when earlier requests are repeated, and may be erased again', async () => {
    const repeated = await ada.post('/contacts', fields, key);
    expect([repeated.status, repeated.headers['idempotent-replayed'], repeated.body]).toEqual([
      201,
      'true',
      { id: contact, erased: true },
    ]);
    expect((await ada.post(`/contacts/${merged}/erase`)).body).toMatchObject({ id: contact });
    const { data } = (await ada.get('/audit-log?action=contact.erased')).body;
    expect(data).toHaveLength(2);
    expect(await holding()).toEqual([]);
  });

  it('is sent to receivers without its data, also by retries of earlier deliveries', async () => {
    receiver.react = (_, response) => response.end('thanks');
    await eventually(async () => {
      const { data } = (await ada.get('/webhook-deliveries?limit=100')).body;
      const created = (data as { id: string; event_type: string }[]).find(
        ({ event_type: type }) => type === 'contact.created',
      )!;
      expect((await ada.post(`/webhook-deliveries/${created.id}/retry`)).status).toBeLessThan(300);
      const bodies = receiver.received.map(({ event: { type, data } }) => ({ type, data }));
      expect(bodies).toContainEqual({ type: 'contact.created', data: { erased: true } });
      expect(bodies).toContainEqual(
        expect.objectContaining({
          type: 'contact.erased',
          data: expect.objectContaining({ display_name: 'Erased contact' }),
        }),
      );
    });
    expect(await holding()).toEqual([]);
  });
});
