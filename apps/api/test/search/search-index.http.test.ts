import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { useWorld } from '@tandem/testing/world';
import { created, found, idsOf, search, searchPath } from './searching.js';

const lagOf = (page: string) => Number(/^tandem_search_lag_seconds (\S+)$/m.exec(page)?.[1]);

describe('the index of the search', () => {
  const { ada, tenant, asOwner, startWorker, raw } = useWorld({ fresh: 'world' });
  const lag = async () => lagOf((await raw('get', '/metrics')).text);

  it('is caught up by a worker, whose absence slows no write but shows in the lag', async () => {
    const task = await created(ada, '/tasks', { title: 'Belated' });
    expect(await idsOf(ada, 'belated')).toEqual([]);
    await eventually(async () => {
      expect(await lag()).toBeGreaterThan(0);
    });
    const worker = await startWorker();
    expect((await found(ada, 'belated', task.id!)).title).toBe('Belated');
    await eventually(async () => {
      expect(lagOf(await worker.registry.metrics())).toBe(0);
    });
    const { headers } = await ada.get(searchPath('belated'));
    const [counter] = await asOwner<{ last: string }>('select last from event_counters where tenant_id = $1', [
      ada.tenantId,
    ]);
    expect(Number(headers['x-indexed-through'])).toBe(Number(counter!.last));
  });

  it('is filled with what was there before it, and again once it has lost something', async () => {
    const by = await tenant();
    const tasks = await Promise.all(Array.from({ length: 5 }, () => created(by, '/tasks', { title: 'Earlier' })));
    await asOwner('update events set is_public = false');
    await startWorker();
    await eventually(async () => {
      expect(await idsOf(by, 'earlier')).toHaveLength(tasks.length);
    });
    await asOwner('delete from search_documents');
    await asOwner(`update search_progress set indexed = '{}'`);
    await eventually(async () => {
      expect(await idsOf(by, 'earlier')).toHaveLength(tasks.length);
    });
  });

  it('follows the languages of the tenant', async () => {
    const by = await tenant();
    await startWorker();
    const note = await created(by, '/notes', { title: 'Die Häuser' });
    await found(by, 'häuser', note.id!);
    expect(await search(by, 'häusern')).toMatchObject([{ corrected: { to: 'hauser' } }]);
    expect((await by.patch('/tenant', { settings: { search_languages: ['klingon'] } })).status).toBe(422);
    expect((await by.patch('/tenant', { settings: { search_languages: ['german', 'english'] } })).status).toBe(200);
    await eventually(async () => {
      expect(await search(by, 'häusern')).toMatchObject([{ id: note.id, corrected: null }]);
    });
  });

  it('shows a statement without a tenant no other tenant, and no table', async () => {
    await created(ada, '/tasks', { title: 'Injected' });
    const worker = await startWorker();
    await found(ada, 'injected', (await ada.get('/tasks')).body.data[0].id as string);
    const call = `select count(*)::int from search_documents_matching('injected', array['task'], true, 10)`;
    const client = await worker.database.pool.connect();
    try {
      const count = async () => (await client.query<{ count: number }>(call)).rows[0]!.count;
      expect(await count()).toBe(0);
      await client.query(`select set_config('app.tenant_id', $1, false)`, [ada.tenantId]);
      expect(await count()).toBe(1);
      await client.query(`select set_config('app.tenant_id', $1, false)`, [(await tenant()).tenantId]);
      expect(await count()).toBe(0);
      await expect(client.query('set role tandem_searcher')).rejects.toMatchObject({ code: '42501' });
      await client.query(`select set_config('app.tenant_id', '', false)`);
    } finally {
      client.release(true);
    }
  });

  it('keeps no word of a contact that is erased, nor a former name', async () => {
    await startWorker();
    const contact = await created(ada, '/contacts', { display_name: 'Formername Zebedee' });
    await found(ada, 'formername', contact.id!);
    await ada.patch(`/contacts/${contact.id}`, { display_name: 'Zebedee Quixotic' });
    const kept = await created(ada, '/tasks', { title: 'Call Zebedee' });
    await found(ada, 'quixotic', contact.id!);
    await found(ada, 'zebedee call', kept.id!);
    const words = async () =>
      (await asOwner<{ word: string }>('select word from search_words order by word')).map(({ word }) => word);
    expect(await words()).toEqual(expect.arrayContaining(['quixotic', 'zebedee']));
    expect(await words()).not.toContain('formername');
    expect((await ada.post(`/contacts/${contact.id}/erase`)).status).toBe(200);
    expect(await words()).not.toContain('quixotic');
    expect(await words()).toContain('zebedee');
    await found(ada, 'erased contact', contact.id!);
    const left = `select 1 from search_documents where lexemes::text like '%quixotic%'`;
    expect(await asOwner(left)).toEqual([]);
  });

  it('is missed by nothing else where the database refuses the extensions', async () => {
    await asOwner('drop function search_documents_matching, search_words_like');
    await startWorker();
    expect((await ada.get(searchPath('any'))).body).toMatchObject({ status: 503, code: 'search_unavailable' });
    expect((await ada.post('/tasks', { title: 'Any' })).status).toBe(201);
  });
});
