import { request as rawRequest } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';

const nobody = '01900000-0000-7000-8000-000000000000';

describe('responses of every operation', () => {
  const world = useWorld();
  const { ada, raw } = world;

  it('a problem is an RFC 9457 document with a code, the request and every fault', async () => {
    const response = await ada.post('/tasks', {
      titel: 'x',
      priority: 'huge',
      due_date: '2026-02-30',
      due_at: 'tomorrow',
      estimation_minutes: -1,
      position: 1.5,
      assignee_id: 'me',
      description: 7,
    });
    expect(response.status).toBe(422);
    expect(response.headers['content-type']).toBe('application/problem+json');
    expect(response.body).toMatchObject({
      type: `${world.address}/problems/invalid_body`,
      title: expect.any(String),
      status: 422,
      detail: expect.any(String),
      instance: '/api/v1/tasks',
      code: 'invalid_body',
      request_id: response.headers['x-request-id'],
    });
    const codes = response.body.errors.map((error: { pointer: string; code: string }) => [error.pointer, error.code]);
    expect(Object.fromEntries(codes)).toEqual({
      '/titel': 'unknown_field',
      '/title': 'required',
      '/priority': 'not_allowed',
      '/due_date': 'invalid_format',
      '/due_at': 'invalid_format',
      '/estimation_minutes': 'out_of_range',
      '/position': 'invalid_type',
      '/assignee_id': 'invalid_format',
      '/description': 'invalid_type',
    });
    for (const { detail } of response.body.errors) expect(detail).toMatch(/\w.*\.$/);
  });

  it('a pointer escapes what RFC 6901 escapes', async () => {
    const response = await ada.post('/tasks', { title: 'x', 'a/b~c': 1 });
    expect(response.body.errors).toMatchObject([{ pointer: '/a~1b~0c', code: 'unknown_field' }]);
  });

  it('all references to missing records are reported at once', async () => {
    const response = await ada.post('/tasks', {
      title: 'x',
      project_id: nobody,
      parent_id: nobody,
      assignee_id: nobody,
      section_id: nobody,
    });
    expect(response.status).toBe(422);
    const pointers = response.body.errors.map((error: { pointer: string; code: string }) => error.pointer + error.code);
    expect(pointers.sort()).toEqual(
      ['/assignee_id', '/parent_id', '/project_id', '/section_id'].map((pointer) => `${pointer}not_found`),
    );
  });

  it('null clears nullable fields and is refused for others', async () => {
    const { body } = await ada.post('/tasks', { title: 'x', description: 'y', due_date: '2026-12-24' });
    const cleared = await ada.patch(`/tasks/${body.id}`, { description: null, due_date: null, metadata: null });
    expect(cleared.body).toMatchObject({ title: 'x', description: null, due_date: null, metadata: {} });
    const refused = await ada.patch(`/tasks/${body.id}`, { title: null, priority: null });
    expect(refused.body.errors.map((error: { code: string }) => error.code)).toEqual(['not_nullable', 'not_nullable']);
  });

  it('a malformed id is 400, an unknown id is 404', async () => {
    for (const id of ['x', '7', `${nobody}0`, nobody.slice(1), '01900000_0000_7000_8000_000000000000']) {
      const response = await ada.get(`/tasks/${id}`);
      expect([id, response.status, response.body.code]).toEqual([id, 400, 'invalid_id']);
    }
    expect((await ada.get(`/tasks/${nobody}`)).body.code).toBe('not_found');
  });

  it('an id is case-insensitive, in the path and in the body', async () => {
    const project = (await ada.post('/projects', { name: 'Written' })).body;
    const project_id = project.id.toUpperCase();
    const task = (await ada.post('/tasks', { title: 'x', project_id, assignee_id: ada.memberId.toUpperCase() })).body;
    expect(task).toMatchObject({ project_id: project.id, assignee_id: ada.memberId });
    const path = `/tasks/${task.id.toUpperCase()}`;
    expect((await ada.post(`${path}/move`, { project_id })).body.identifier).toBe(task.identifier);
    const status_id = task.status_id.toUpperCase();
    expect((await ada.patch(path, { status_id })).body.status_id).toBe(task.status_id);
  });

  it('an unknown path is 404, a known one with another method 405 with Allow', async () => {
    expect((await ada.get('/nothing')).body).toMatchObject({ status: 404, code: 'not_found' });
    const response = await ada.put(`/tasks/${nobody}`, {});
    expect([response.status, response.body.code]).toEqual([405, 'method_not_allowed']);
    expect(response.headers.allow!.split(', ').sort()).toEqual(['DELETE', 'GET', 'HEAD', 'PATCH']);
    expect((await ada.delete('/tasks')).headers.allow!.split(', ').sort()).toEqual(['GET', 'HEAD', 'POST']);
  });

  it.each(['/livez', '/readyz', '/metrics', '/', '/api/v1', '/openapi.json', '/docs', '/docs/guides', '/problems/x'])(
    '%s can only be read',
    async (path) => {
      for (const method of ['post', 'put', 'delete', 'options'] as const) {
        const { status, headers, body } = await raw(method, path);
        expect([method, status, headers.allow, body.code]).toEqual([method, 405, 'GET, HEAD', 'method_not_allowed']);
      }
    },
  );

  it('a client that does not accept JSON receives 406', async () => {
    for (const accept of ['text/html', 'application/xml; charset=utf-8', 'image/*', 'application/json;q=0'])
      expect((await ada.get('/me', { accept })).body.code).toBe('not_acceptable');
    for (const accept of [
      ...['application/json', 'application/*', '*/*', 'text/html, application/json;q=0.1'],
      ...['application/json; charset=utf-8', 'Application/JSON;version=1', 'application/json;profile="a,b;c";q=0.5'],
      'text/html, */*; charset=utf-8',
    ])
      expect([accept, (await ada.get('/me', { accept })).status]).toEqual([accept, 200]);
  });

  it('HEAD responds like GET, without the body', async () => {
    const { body } = await ada.post('/tasks', { title: 'x' });
    const head = await headOf(`/api/v1/tasks/${body.id}`);
    expect(head).toMatchObject({ status: 200, text: '' });
    expect(Number(head.headers['content-length'])).toBeGreaterThan(100);
    expect((await headOf(`/api/v1/tasks/${nobody}`)).status).toBe(404);
  });

  it('responses over 1 KiB are compressed for clients that accept it, smaller ones are not', async () => {
    const { body } = await ada.post('/tasks', { title: 'x', description: 'long '.repeat(1000) });
    for (const encoding of ['gzip', 'br']) {
      const response = await ada.get(`/tasks/${body.id}`, { 'accept-encoding': encoding });
      expect(response.headers['content-encoding']).toBe(encoding);
      expect(response.headers.vary).toMatch(/accept-encoding/i);
    }
    const plain = await ada.get(`/tasks/${body.id}`, { 'accept-encoding': 'identity' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    const small = await ada.get('/tasks?limit=1&q=nothing', { 'accept-encoding': 'gzip' });
    expect(small.headers['content-encoding']).toBeUndefined();
  });

  it('every response has the security headers and does not reveal the server software', async () => {
    for (const response of [await ada.get('/me'), await ada.get('/nothing'), await raw('get', '/api/v1/tasks')]) {
      expect(response.headers).toMatchObject({
        'content-security-policy': expect.any(String),
        'strict-transport-security': expect.stringContaining('max-age='),
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
      });
      expect(response.headers['x-powered-by']).toBeUndefined();
      expect(response.headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it('instants are RFC 3339 in UTC, dates have no time, and every field is present', async () => {
    const sent = { title: 'x', due_at: '2026-11-21T01:30:00.123456+02:00', start_date: '2026-03-29' };
    const { body } = await ada.post('/tasks', sent);
    expect(body).toMatchObject({ due_at: '2026-11-20T23:30:00.123Z', start_date: '2026-03-29', deadline: null });
    expect((await ada.get(`/tasks/${body.id}`)).body).toEqual(body);
    expect((await ada.patch(`/tasks/${body.id}`, { due_at: '2026-12-31T23:59:60Z' })).body.due_at).toBe(
      '2027-01-01T00:00:00.000Z',
    );
    for (const due_at of ['2026-11-21', '2026-11-21T00:00:00', '2026-13-01T00:00:00Z', '9999-12-31T23:59:59-01:00', ''])
      expect([due_at, (await ada.patch(`/tasks/${body.id}`, { due_at })).status]).toEqual([due_at, 422]);
  });

  /** supertest hides what a HEAD request receives. */
  function headOf(path: string): Promise<{ status: number; headers: Record<string, unknown>; text: string }> {
    const headers = { authorization: `Bearer ${ada.key}` };
    return new Promise((resolve, reject) => {
      rawRequest(world.address + path, { method: 'HEAD', headers }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, text }));
      })
        .on('error', reject)
        .end();
    });
  }
});
