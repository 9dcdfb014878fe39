import { describe, expect, it } from '@jest/globals';
import { makeToken } from '@tandem/domain/core/access/tokens';
import { useWorld } from '@tandem/testing/world';

describe('authentication of every operation', () => {
  const { ada, raw, tenant, withKey, asOwner } = useWorld();
  const as = (authorization: string) => raw('get', '/api/v1/tasks').set('authorization', authorization);

  it('twenty kinds of unusable token get the same response', async () => {
    const unknown = makeToken('wsk_live_', 30);
    const malformed = [
      ...['', 'Bearer', 'Bearer ', 'Bearer  ', 'Basic YTpi', `Token ${ada.key}`, ada.key, `Bearer${ada.key}`],
      ...[
        `Bearer ${ada.key} x`,
        `Bearer ${ada.key}x`,
        `Bearer ${ada.key.slice(0, -1)}`,
        `Bearer ${ada.key.toLowerCase()}`,
      ],
      ...[
        `Bearer ${unknown}`,
        `Bearer ${ada.key.replace('live', 'test')}`,
        `Bearer ${'a'.repeat(5000)}`,
        'Bearer a.b.c',
      ],
      ...[
        `Bearer ${ada.key},Bearer ${ada.key}`,
        `Bearer "${ada.key}"`,
        'Bearer null',
        'Bearer eyJhbGciOiJub25lIn0.e30.',
      ],
    ];
    expect(malformed).toHaveLength(20);
    const responses = await Promise.all([raw('get', '/api/v1/tasks'), ...malformed.map(as)]);
    const [first] = responses;
    for (const { status, headers, body } of responses) {
      expect(status).toBe(401);
      expect(headers['www-authenticate']).toBe('Bearer');
      expect({ ...body, request_id: '' }).toEqual({ ...first.body, request_id: '' });
    }
    expect(first.body.code).toBe('unauthenticated');
  });

  it('the scheme is case-insensitive, and followed by one or more spaces (RFC 9110, section 11.4)', async () => {
    for (const blanks of ['  ', '     ']) expect((await as(`Bearer${blanks}${ada.key}`)).status).toBe(200);
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) expect((await as(`${scheme} ${ada.key}`)).status).toBe(200);
  });

  it('an expired key is reported as expired', async () => {
    const body = { name: 'short', expires_at: new Date(Date.now() + 60_000).toISOString() };
    const created = (await ada.post('/api-keys', body)).body;
    await asOwner(`update api_keys set expires_at = now() - interval '1 s' where id = $1`, [created.id]);
    const response = await as(`Bearer ${created.key}`);
    expect([response.status, response.body.code, response.headers['www-authenticate']]).toEqual([
      401,
      'api_key_expired',
      'Bearer',
    ]);
  });

  it('authentication comes before any check of the path or body', async () => {
    for (const attempt of [
      raw('get', '/api/v1/tasks/not-an-id'),
      raw('post', '/api/v1/tasks').send({ nonsense: true }),
      raw('get', '/api/v1/tasks?limit=x'),
      raw('get', '/api/v1/me').set('accept', 'text/html'),
    ])
      expect((await attempt).status).toBe(401);
  });

  it('a record that a caller may not read does not exist, and a read-only one names the missing scope', async () => {
    const task = (await ada.post('/tasks', { title: 'x' })).body;
    const blind = await withKey(ada, { scopes: ['projects:read'] });
    for (const response of [
      await blind.get(`/tasks/${task.id}`),
      await blind.patch(`/tasks/${task.id}`, { title: 'y' }),
      await blind.post(`/tasks/${task.id}/cancel`),
      await blind.delete(`/tasks/${task.id}`),
    ])
      expect([response.status, response.body.code]).toEqual([404, 'not_found']);
    expect((await blind.get('/tasks')).body).toMatchObject({ status: 403, scope: 'tasks:read' });
    const reader = await withKey(ada, { scopes: ['tasks:read'] });
    expect((await reader.get(`/tasks/${task.id}`)).status).toBe(200);
    for (const response of [
      await reader.patch(`/tasks/${task.id}`, { title: 'y' }),
      await reader.post('/tasks', { title: 'y' }),
      await reader.delete(`/tasks/${task.id}`),
    ])
      expect(response.body).toMatchObject({ status: 403, code: 'insufficient_scope', scope: 'tasks:write' });
    expect((await ada.get(`/tasks/${task.id}`)).body.title).toBe('x');
  });

  it('a record of another tenant in a path or a body reveals nothing to a member', async () => {
    const stranger = await tenant('Stranger');
    const task = (await ada.post('/tasks', { title: 'mine' })).body;
    const missing = '01900000-0000-7000-8000-000000000000';
    const strip = ({ body }: { body: object }) => ({ ...body, request_id: '', instance: '' });
    expect(strip(await stranger.get(`/tasks/${task.id}`))).toEqual(strip(await stranger.get(`/tasks/${missing}`)));
    const referring = (id: string) => stranger.post('/tasks', { title: 'x', parent_id: id, assignee_id: id });
    expect(strip(await referring(task.id))).toEqual(strip(await referring(missing)));
  });
});
