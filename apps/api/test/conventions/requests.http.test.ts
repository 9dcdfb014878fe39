import { describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';
import { gzipSync } from 'node:zlib';

describe('requests of every operation', () => {
  const world = useWorld();
  const { ada, raw } = world;
  const send = (body: string | Buffer, headers: Record<string, string> = {}) =>
    world
      .raw('post', '/api/v1/tasks')
      .set({ authorization: `Bearer ${ada.key}`, 'content-type': 'application/json', ...headers })
      .serialize((sent: unknown) => sent as string)
      .send(body);

  it('with a body other than a JSON object are refused', async () => {
    for (const text of ['{', '{"title":}', 'nonsense', '{"title":"x"']) {
      const response = await send(text);
      expect([text, response.status, response.body.code]).toEqual([text, 400, 'malformed_json']);
    }
    for (const text of ['[]', '"x"', '7', 'null', 'true']) expect((await send(text)).status).toBe(422);
  });

  it.each(['/task', '/Tasks', '/tasks//', '//tasks', '/tasks//links', '/tasks/bulk/close/now', '/constructor'])(
    'to %s are not found',
    async (path) => {
      const { status, body } = await ada.get(path);
      expect([status, body.code]).toEqual([404, 'not_found']);
      expect(body.detail).toBe(`There is nothing at /api/v1${path}.`);
    },
  );

  it('with bytes that are not UTF-8 are refused', async () => {
    const broken = Buffer.concat([Buffer.from('{"title":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    const response = await send(broken);
    expect([response.status, response.body.code]).toEqual([400, 'malformed_json']);
  });

  it('with another media type are refused with 415, but JSON subtypes are accepted', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'x'])
      expect((await send('{"title":"x"}', { 'content-type': type })).body.code).toBe('unsupported_media_type');
    for (const type of ['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/merge-patch+json'])
      expect((await send('{"title":"x"}', { 'content-type': type })).status).toBe(201);
    const odd = await send('{"title":"x"}', { 'content-encoding': 'zstd' });
    expect(odd.body.code).toBe('unsupported_media_type');
  });

  it.each(['utf-7', 'utf-16', 'UTF-16LE', '"utf-32"', 'iso-8859-1', 'us-ascii'])(
    'contain JSON in UTF-8 only: charset=%s',
    async (charset) => {
      const response = await send('{"title":"x"}', { 'content-type': `application/json; charset=${charset}` });
      expect([response.status, response.body.code]).toEqual([415, 'unsupported_media_type']);
    },
  );

  it('with an unknown field get the list of known fields, without those of the path', async () => {
    const id = ada.tenantId;
    const detailOf = async (method: 'post' | 'put' | 'patch', path: string) =>
      (await ada[method](path, { zzzz: 1 })).body.errors[0].detail;
    expect(await detailOf('put', `/members/${id}/access`)).toBe('There is no field "zzzz"; there are access_policies.');
    expect(await detailOf('post', '/apps/some/tools/a/accept')).toBe(
      'There is no field "zzzz"; there are definition_hash, read_only.',
    );
    expect(await detailOf('post', `/tasks/${id}/cancel`)).toBe('There is no field "zzzz"; none is taken here.');
    expect(await detailOf('patch', `/projects/${id}`)).not.toMatch(/\bid\b/);
    const { body } = await ada.get(`/tasks/${id}/comments?zzzz=1`);
    expect(body.errors[0].detail).toBe('There is no parameter "zzzz"; there are limit, cursor.');
  });

  it('get up to a hundred faults, in a small response', async () => {
    const tags = Array.from({ length: 2000 }, () => 7);
    const channels = Array.from({ length: 2400 }, () => ({ odd: 1 }));
    const unknown = Object.fromEntries(Array.from({ length: 9000 }, (_, at) => [`${'k'.repeat(15)}${at}`, at]));
    const long = Object.fromEntries(Array.from({ length: 60 }, (_, at) => ['語'.repeat(1000) + at, at]));
    for (const [path, body, count] of [
      ['/tasks', { title: 'x', ...unknown }, 100],
      ['/tasks', { title: 'x', ...long }, 60],
      ['/notes', { title: 'x', tags }, 1],
      ['/contacts', { display_name: 'x', channels }, 1],
      ['/pipelines', { name: 'x', stages: Array.from({ length: 50 }, () => ({ a: 1, b: 2, c: 3, d: 4 })) }, 100],
    ] as const) {
      const { status, body: problem, text } = await ada.post(path, body);
      const { errors } = problem as { errors: { code: string; pointer: string }[] };
      expect({ path, status, count: errors.length }).toEqual({ path, status: 422, count });
      expect(text.length).toBeLessThan(100_000);
      if (count === 1) expect(errors[0]!.code).toBe('too_many');
    }
  });

  it('may have a body of up to 256 KiB', async () => {
    const around = (bytes: number) => `{"title":"x","metadata":"${'a'.repeat(bytes - 27)}"}`;
    expect(Buffer.byteLength(around(262_144))).toBe(262_144);
    expect((await send(around(262_144))).status).toBe(201);
    const large = await send(around(262_145));
    expect([large.status, large.body.code]).toEqual([413, 'body_too_large']);
  });

  it('may be compressed, and are limited by their decompressed size', async () => {
    const packed = (text: string) => send(gzipSync(text), { 'content-encoding': 'gzip' });
    expect((await packed('{"title":"zipped"}')).body.title).toBe('zipped');
    expect((await packed(`{"title":"${'a'.repeat(5_000_000)}"}`)).status).toBe(413);
    const broken = await send(Buffer.from('not gzip at all'), { 'content-encoding': 'gzip' });
    expect([broken.status, broken.body.code]).toEqual([400, 'malformed_json']);
  });

  it('with JSON that later stages could not handle are refused', async () => {
    const nested = (depth: number) => `{"title":"x","metadata":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    expect((await send(nested(31))).status).toBe(201);
    expect((await send(nested(32))).body.code).toBe('json_too_deep');
    expect((await send(nested(50_000))).status).toBe(400);
    const many = (count: number) => `{"title":"x","metadata":[${Array(count).fill(1).join(',')}]}`;
    expect((await send(many(9_997))).status).toBe(201);
    expect((await send(many(9_998))).body.code).toBe('json_too_large');
    expect((await send('{"title":"x","metadata":{"n":1e999}}')).body.code).toBe('invalid_number');
  });

  it('with text that cannot be stored are refused, wherever it is', async () => {
    for (const text of [
      '{"title":"a\\u0000b"}',
      '{"title":"\\ud800"}',
      '{"title":"x","metadata":{"a\\u0000":1}}',
      '{"title":"x","metadata":["\\udfff"]}',
      '{"ti\\u0000tle":"x"}',
    ])
      expect([text, (await send(text)).body.code]).toEqual([text, 'invalid_text']);
    expect((await ada.get('/tasks?q=%00')).body.code).toBe('invalid_text');
    expect((await ada.get('/tasks/by-identifier/a%00')).body.code).toBe('invalid_text');
    expect((await ada.get('/tasks/%zz')).status).toBe(400);
    expect((await send('{"title":"😀 \\ud83d\\ude00"}')).body.title).toBe('😀 😀');
  });

  it.each([
    ...[' ', '\t\r\n', '\u00a0\u2003\u3000', '\u0085', '\u200b', ' \ufeff ', '\u3164', '\u2800\uffa0\u115f'],
    ...['\u00ad\u202a\u2069\u2060\u180e\ufe0f', '\u{e0041}\u0001\u034f\u{1d173}'],
  ])('with invisible text in a required field are refused: %j', async (blank) => {
    const faults = async (path: string, body: object) =>
      ((await ada.post(path, body)).body.errors as { pointer: string; code: string }[]).map(
        ({ pointer, code }) => `${pointer} ${code}`,
      );
    const { body: task } = await ada.post('/tasks', { title: `${blank}x${blank}`, description: blank });
    expect(task).toMatchObject({ title: `${blank}x${blank}`, description: blank });
    expect(await faults('/tasks', { title: blank, priority: 'odd' })).toEqual([
      '/title blank',
      '/priority not_allowed',
    ]);
    expect((await ada.patch(`/tasks/${task.id}`, { title: blank })).status).toBe(422);
    expect(await faults(`/tasks/${task.id}/comments`, { body: blank })).toEqual(['/body blank']);
    expect(await faults('/notes', { title: 'x', tags: ['a', blank] })).toEqual(['/tags blank']);
    expect(await faults('/notes', { title: [blank] })).toEqual(['/title invalid_type']);
    expect(await faults('/pipelines', { name: 'x', stages: [{ name: blank }] })).toEqual(['/stages/0/name blank']);
    expect((await ada.get(`/tasks?q=${encodeURIComponent(blank)}`)).status).toBe(200);
    expect((await ada.post('/invitations/claim', { code: blank })).body.code).toBe('invitation_not_found');
  });

  it('have a documented pattern for texts that must not be blank', async () => {
    const { components } = (await raw('get', '/openapi.json')).body;
    const { title, description } = components.schemas.CreateTaskBody.properties;
    expect([title.pattern, description.pattern]).toEqual(['\\S', undefined]);
    expect(components.schemas.CreateNoteBody.properties.tags.items.pattern).toBe('\\S');
  });

  it('treat names that all objects have as data in free JSON, and as unknown elsewhere', async () => {
    const metadata = '{"__proto__":{"admin":true},"constructor":{"prototype":1},"toString":null,"hasOwnProperty":1}';
    const created = await send(`{"title":"x","metadata":${metadata}}`);
    expect(created.status).toBe(201);
    const read = await ada.get(`/tasks/${created.body.id}`);
    expect(JSON.parse(created.text).metadata).toEqual(JSON.parse(metadata));
    expect(JSON.parse(read.text).metadata).toEqual(JSON.parse(metadata));
    expect(Object.hasOwn(JSON.parse(read.text).metadata as object, '__proto__')).toBe(true);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
    const typed = await send('{"title":"x","__proto__":{"title":"y"},"constructor":1,"prototype":2,"toString":3}');
    expect(typed.status).toBe(422);
    expect(typed.body.errors.map((error: { pointer: string }) => error.pointer).sort()).toEqual(
      ['/__proto__', '/constructor', '/prototype', '/toString'].sort(),
    );
  });

  it('of actions need no body, and accept no unknown field', async () => {
    const { body } = await ada.post('/tasks', { title: 'x' });
    expect((await ada.post(`/tasks/${body.id}/cancel`)).status).toBe(200);
    expect((await ada.post(`/tasks/${body.id}/cancel`, {})).status).toBe(200);
    const odd = await ada.post(`/tasks/${body.id}/cancel`, { force: true, id: body.id });
    expect(odd.status).toBe(422);
  });

  it('keep a well-formed request id, or get a new one', async () => {
    const echoed = async (given: string) => (await ada.get('/me', { 'x-request-id': given })).headers['x-request-id'];
    expect(await echoed('my-request_7')).toBe('my-request_7');
    expect(await echoed('a'.repeat(128))).toBe('a'.repeat(128));
    for (const bad of ['a'.repeat(129), 'with space', 'semi;colon', '<script>'])
      expect(await echoed(bad)).toMatch(/^[0-9a-f-]{36}$/);
    const problem = await ada.get('/tasks/nothing', { 'x-request-id': 'seen' });
    expect(problem.body.request_id).toBe('seen');
  });
});
