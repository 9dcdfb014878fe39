import { beforeAll, describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';

interface Result {
  status: number;
  body: Record<string, unknown> & { id: string; code: string };
}

const create = (title: unknown, fields: object = {}) => ({
  method: 'POST',
  path: '/api/v1/tasks',
  body: { title, ...fields },
});
const get = (path: string) => ({ method: 'GET', path: `/api/v1${path}` });
const reference = (pointer: string) => ({ $ref: pointer });

describe('a batch', () => {
  const { ada, bearer, other, withKey, member } = useWorld();
  const send = async (requests: object[], { by = ada, ...options }: { by?: typeof ada; atomic?: boolean } = {}) => {
    const { status, body } = await by.post('/batch', { requests, ...options });
    expect([status, body]).toEqual([200, { results: expect.any(Array) }]);
    return body.results as Result[];
  };
  const statuses = (results: Result[]) => results.map(({ status }) => status);
  const titles = async () =>
    ((await ada.get('/tasks?limit=100')).body.data as { title: string }[]).map(({ title }) => title);

  it('performs its calls in order, each as if it were sent alone', async () => {
    const results = await send([
      create('one', { priority: 'high' }),
      create(''),
      get('/tasks?limit=1&priority=high'),
      { method: 'PATCH', path: '/api/v1/tasks/nonsense', body: {} },
      { method: 'PUT', path: '/api/v1/tasks' },
      get('/nothing'),
      get('/tasks/%E0'),
    ]);
    expect(statuses(results)).toEqual([201, 422, 200, 400, 405, 404, 400]);
    expect(results[2]!.body.data).toEqual([results[0]!.body]);
    expect(results[1]!.body).toMatchObject({
      code: 'invalid_body',
      instance: '/api/v1/tasks',
      errors: [{ pointer: '/title' }],
    });
  });

  it('of a hundred may refer to the results so far', async () => {
    const requests = [
      create('parent'),
      ...Array.from({ length: 99 }, (_, n) => create(`child ${n}`, { parent_id: reference('/0/body/id') })),
    ];
    const results = await send(requests);
    expect(new Set(statuses(results))).toEqual(new Set([201]));
    expect(results.slice(1).every(({ body }) => body.parent_id === results[0]!.body.id)).toBe(true);
    expect((await ada.post('/batch', { requests: [...requests, create('more')] })).body.errors).toMatchObject([
      { pointer: '/requests', code: 'too_many' },
    ]);
    expect((await ada.post('/batch', { requests: [] })).body.errors).toMatchObject([{ pointer: '/requests' }]);
  });

  it('refuses a reference to nothing, to a failure or to what comes later', async () => {
    const results = await send([
      create(''),
      create('x', { parent_id: reference('/0/body/id'), metadata: { a: [reference('/7/body')] } }),
      create(reference('/2/body/title')),
      create(reference('not a pointer')),
    ]);
    expect(statuses(results)).toEqual([422, 422, 422, 422]);
    expect(results[1]!.body.errors).toMatchObject([
      { pointer: '/parent_id', code: 'unresolved_reference' },
      { pointer: '/metadata/a/0', code: 'unresolved_reference' },
    ]);
  });

  it('applies the limits of a single body to what references insert', async () => {
    const long = await ada.post('/notes', { title: 'long', body: 'x'.repeat(1_000_000) });
    const inserted = (count: number) =>
      create('many', { metadata: Array.from({ length: count }, () => reference('/0')) });
    const deep = (levels: number): unknown => (levels ? [deep(levels - 1)] : reference('/1/body/metadata'));
    const nested = create('deep', { metadata: { a: JSON.parse('['.repeat(20) + ']'.repeat(20)) } });
    const results = await send([
      get(`/notes/${long.body.id}`),
      nested,
      inserted(1),
      inserted(3000),
      create('deeper', { metadata: { b: deep(20) } }),
    ]);
    expect(results.map(({ status, body }) => [status, body.code])).toEqual([
      [200, undefined],
      [201, undefined],
      [413, 'body_too_large'],
      [422, 'batch_too_long'],
      [400, 'json_too_deep'],
    ]);
  });

  it('that is atomic leaves nothing if one fails: no record, no event, no number', async () => {
    const project = (await ada.post('/projects', { name: 'Atomic', identifier: 'ATOM' })).body;
    const before = await titles();
    const requests = Array.from({ length: 100 }, (_, n) =>
      create(n === 56 ? '' : `atomic ${n}`, { project_id: project.id }),
    );
    const results = await send(requests, { atomic: true });
    expect(results[56]).toMatchObject({ status: 422, body: { errors: [{ pointer: '/title' }] } });
    const others = results.filter((_, n) => n !== 56);
    expect(others.every(({ status, body }) => status === 424 && body.code === 'not_executed')).toBe(true);
    expect(await titles()).toEqual(before);
    const { body: log } = await ada.get('/audit-log?action=task.created&limit=100');
    expect((log.data as { changes: unknown }[]).length).toBe(before.length);
    const [first, second] = await send(
      [create('a', { project_id: project.id }), create('b', { project_id: project.id })],
      { atomic: true },
    );
    expect([first!.body.identifier, second!.body.identifier]).toEqual(['ATOM-1', 'ATOM-2']);
  });

  it('is repeated as a whole for its Idempotency-Key, also when some of it failed', async () => {
    const requests = [
      create('once'),
      create(''),
      create('twice'),
      { method: 'POST', path: '/api/v1/projects', body: { name: 'Once', identifier: 'ATOM' } },
    ];
    const key = { 'idempotency-key': 'batch-1' };
    const first = await ada.post('/batch', { requests }, key);
    expect(statuses(first.body.results)).toEqual([201, 422, 201, 409]);
    const again = await ada.post('/batch', { requests }, key);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
    expect((await titles()).filter((title) => title === 'once' || title === 'twice')).toHaveLength(2);
    expect((await ada.post('/batch', { requests: [create('other')] }, key)).body.code).toBe('idempotency_key_reused');
  });

  it('that is atomic and fails is also repeated for its key, and leaves nothing', async () => {
    const requests = [create('never'), get('/tasks/01900000-0000-7000-8000-000000000000')];
    const key = { 'idempotency-key': 'batch-2' };
    const first = await ada.post('/batch', { requests, atomic: true }, key);
    expect(statuses(first.body.results)).toEqual([424, 404]);
    expect((await ada.post('/batch', { requests, atomic: true }, key)).body).toEqual(first.body);
    expect(await titles()).not.toContain('never');
  });

  it('is not repeated once an API key that it created is revoked', async () => {
    const requests = [
      create('beside'),
      { method: 'POST', path: '/api/v1/api-keys', body: { name: 'shown', scopes: ['tasks:read'] } },
    ];
    const key = { 'idempotency-key': 'batch-3' };
    const first = await ada.post('/batch', { requests }, key);
    expect((await ada.post('/batch', { requests }, key)).body).toEqual(first.body);
    await ada.delete(`/api-keys/${first.body.results[1].body.id}`);
    expect((await ada.post('/batch', { requests }, key)).body).toMatchObject({ status: 409, code: 'api_key_revoked' });
  });

  it('obeys what its own calls change for the caller', async () => {
    const { id, key } = (await ada.post('/api-keys', { name: 'soon gone' })).body;
    const results = await send(
      [create('before'), { method: 'DELETE', path: `/api/v1/api-keys/${id}` }, create('after the key')],
      { by: bearer(key) },
    );
    expect(statuses(results)).toEqual([201, 204, 401]);
    expect(await titles()).not.toContain('after the key');
  });

  it('that is atomic and refused records one refusal', async () => {
    const viewer = await member(ada, [], 'viewer');
    await send([create('one'), create('two'), create('three')], { by: viewer, atomic: true });
    const { body: log } = await ada.get(`/audit-log?action=auth.denied&member_id=${viewer.memberId}`);
    expect(log.data).toHaveLength(1);
  });

  it.each([
    ['another batch', { method: 'POST', path: '/api/v1/batch', body: { requests: [] } }],
    ['the claim of an invitation', { method: 'POST', path: '/api/v1/invitations/claim', body: {} }],
    ['a new tenant', { method: 'POST', path: '/api/v1/tenants', body: {} }],
    [
      'a call to the outside',
      { method: 'POST', path: `/api/v1/webhook-endpoints/01900000-0000-7000-8000-000000000000/test` },
    ],
  ])('refuses %s as a whole, before anything is executed', async (_, forbidden) => {
    const { status, body } = await ada.post('/batch', { requests: [create('not this'), forbidden] });
    expect([status, body.code]).toEqual([422, 'not_batchable']);
    expect(body.errors).toMatchObject([{ pointer: '/requests/1', code: 'not_batchable' }]);
    expect(await titles()).not.toContain('not this');
  });

  it('is limited to the rights of the caller, and audited', async () => {
    const viewer = await member(ada, [], 'viewer');
    const results = await send([get('/tasks?limit=1'), create('as viewer')], { by: viewer });
    expect(statuses(results)).toEqual([200, 403]);
    const { body: log } = await ada.get(`/audit-log?action=auth.denied&member_id=${viewer.memberId}`);
    expect(log.data).toMatchObject([{ actor_id: expect.any(String) }]);
    const narrow = await withKey(ada, { scopes: ['notes:read'] });
    expect(statuses(await send([get('/tasks'), get('/notes')], { by: narrow }))).toEqual([403, 200]);
    const task = (await ada.post('/tasks', { title: 'of Ada' })).body;
    expect(statuses(await send([get(`/tasks/${task.id}`)], { by: other }))).toEqual([404]);
  });
});

describe('the limits of a batch', () => {
  const { ada } = useWorld({ settings: { RATE_LIMIT_TENANT_PER_MINUTE: '30' } });

  beforeAll(() => ada.get('/me'));

  it('count each call, and refuse the whole batch without using them up', async () => {
    const batch = (size: number) => ada.post('/batch', { requests: Array.from({ length: size }, () => get('/me')) });
    const never = await batch(40);
    expect([never.status, never.body.code]).toEqual([422, 'batch_too_long']);
    expect((await batch(20)).status).toBe(200);
    expect((await batch(10)).body).toMatchObject({ status: 429, code: 'rate_limited' });
  });
});
