import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Caller, useWorld } from '@tandem/testing/world';

interface Envelope {
  data: { id: string; title: string; created_at: string }[];
  has_more: boolean;
  next_cursor: string | null;
}

describe('lists of every resource', () => {
  const { ada, other } = useWorld({ isInsistent: true });
  const list = async (query: string, caller = ada) => (await caller.get(`/tasks?${query}`)).body as Envelope;

  beforeAll(async () => {
    const make = (caller: Caller, title: string) => caller.post('/tasks', { title });
    const created = await Promise.all([
      ...Array.from({ length: 120 }, (_, i) => make(ada, `Task ${i}`)),
      ...Array.from({ length: 3 }, (_, i) => make(other, `Other ${i}`)),
    ]);
    expect(new Set(created.map(({ status }) => status))).toEqual(new Set([201]));
  });

  it('have 50 rows by default, and never more than 100', async () => {
    expect((await list('')).data).toHaveLength(50);
    expect((await list('limit=7')).data).toHaveLength(7);
    for (const limit of ['100', '101', '4000000000', '9'.repeat(40)])
      expect((await list(`limit=${limit}`)).data).toHaveLength(100);
  });

  it('refuse an invalid number of rows', async () => {
    for (const limit of ['0', '-1', '1.5', '1e2', 'x', '', '0x10', '%205', 'NaN']) {
      const response = await ada.get(`/tasks?limit=${limit}`);
      expect([limit, response.status, response.body.code]).toEqual([limit, 400, 'invalid_parameter']);
      expect(response.body.errors).toMatchObject([{ parameter: 'limit' }]);
    }
  });

  it('refuse unknown, repeated and ill-typed parameters, and report all of them', async () => {
    const response = await ada.get(
      '/tasks?projekt=1&state=done&assignee_id=you&due_before=soon&include_snoozed=yes&dueAfter=1',
    );
    expect([response.status, response.body.code]).toEqual([400, 'invalid_parameter']);
    const named = response.body.errors.map((error: { parameter: string }) => error.parameter);
    expect(named.sort()).toEqual(['assignee_id', 'dueAfter', 'due_before', 'include_snoozed', 'projekt', 'state']);
    expect((await ada.get('/tasks?limit=1&limit=2')).body.errors).toMatchObject([{ code: 'repeated' }]);
    expect((await ada.post('/tasks?title=x', { title: 'x' })).body.code).toBe('invalid_parameter');
    const { id } = (await list('limit=1')).data[0]!;
    expect((await ada.get(`/tasks/${id}?id=${id}`)).body.code).toBe('invalid_parameter');
    expect((await ada.get(`/tasks/${id}?fields=title`)).body.code).toBe('invalid_parameter');
  });

  it('show every record once over all pages, newest first', async () => {
    const all = await everyPage('limit=13');
    expect(all).toHaveLength(120);
    expect(new Set(all.map(({ id }) => id)).size).toBe(120);
    const positions = all.map(({ created_at, id }) => created_at + id);
    expect(positions).toEqual([...positions].sort().reverse());
    const exact = await list('limit=3', other);
    expect(exact).toMatchObject({ has_more: false, next_cursor: null });
    expect(await list('q=nothing%20like%20that')).toEqual({ data: [], has_more: false, next_cursor: null });
  });

  it('neither hide nor repeat existing records when others are created between pages', async () => {
    const before = new Set((await everyPage('limit=100')).map(({ id }) => id));
    const seen: string[] = [];
    let busy = true;
    const writing = (async () => {
      for (let i = 0; busy; i++) await ada.post('/tasks', { title: `meanwhile ${i}` });
    })();
    for (const { id } of await everyPage('limit=5')) seen.push(id);
    busy = false;
    await writing;
    expect(seen.filter((id) => before.has(id)).sort()).toEqual([...before].sort());
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('have opaque cursors, valid only for their list, filters and tenant', async () => {
    const { next_cursor: cursor } = await list('limit=2&state=open');
    expect(cursor).toMatch(/^[\w-]+$/);
    expect((await ada.get(`/tasks?limit=9&state=open&cursor=${cursor}`)).status).toBe(200);
    const changed = cursor!.slice(0, -3) + (cursor!.at(-3) === 'A' ? 'B' : 'A') + cursor!.slice(-2);
    const wrong = [
      ada.get(`/tasks?cursor=${cursor}`),
      ada.get(`/tasks?state=completed&cursor=${cursor}`),
      ada.get(`/tasks?state=open&q=x&cursor=${cursor}`),
      ada.get(`/tasks?state=open&cursor=${changed}`),
      ada.get(`/tasks?state=open&cursor=${cursor}A`),
      ada.get(`/tasks?state=open&cursor=${cursor!.slice(1)}`),
      ada.get('/tasks?state=open&cursor=2026-11-21T00:00:00.000000Z'),
      other.get(`/tasks?state=open&cursor=${cursor}`),
      ada.get(`/projects?cursor=${cursor}`),
      ada.get('/tasks?cursor='),
      ada.get('/agents/echo/runs?cursor='),
    ];
    for (const response of await Promise.all(wrong)) {
      expect([response.status, response.body.code]).toEqual([400, 'invalid_cursor']);
      expect(response.body.errors).toMatchObject([{ parameter: 'cursor', code: 'invalid_cursor' }]);
    }
  });

  it('reject a cursor of the audit log for the events of webhooks', async () => {
    const audit = (await ada.get('/audit-log?limit=1')).body as Envelope;
    expect((await ada.get(`/webhook-events?cursor=${audit.next_cursor}`)).body.code).toBe('invalid_cursor');
  });

  async function everyPage(query: string): Promise<Envelope['data']> {
    const all: Envelope['data'] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Envelope = await list(query + (cursor && `&cursor=${cursor}`));
      expect(page.has_more).toBe(page.next_cursor !== null);
      all.push(...page.data);
      cursor = page.next_cursor;
    }
    return all;
  }
});
