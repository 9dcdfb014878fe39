import { describe, expect, it } from '@jest/globals';
import { features } from '@tandem/adapters/features';
import { fieldsOf } from '@tandem/platform/inputs/inputs';
import { snake } from '@tandem/domain/core/wire-names';
import { useWorld } from '@tandem/testing/world';
import { Records } from '../isolation/records.js';

/** Every update that accepts free JSON, and its fields. */
const changes = features
  .flatMap(({ routes }) => routes ?? [])
  .filter(({ method }) => method === 'patch' || method === 'put')
  .flatMap(({ method, path, input }) =>
    [...fieldsOf(input).values()]
      .filter(({ schema, nested }) => !nested && (schema.type === undefined || schema.type === 'object'))
      .map(({ property }) => ({ method: method as 'patch' | 'put', path, field: snake(property) })),
  );
const free = changes.filter(({ field }) => field !== 'input_template');

describe('updating free JSON', () => {
  const world = useWorld();
  const { ada, operator } = world;
  const records = new Records(world, ada, 'merged');

  const locationOf = (path: string) =>
    records.filled(path.replace(/([a-z-]+)\/:\w+/g, (_, kind: string) => `${kind}/{${kind}}`));
  const changed = async (path: string, field: string, value: unknown, method: 'patch' | 'put' = 'patch') => {
    const { status, body } = await ada[method](await locationOf(path), { [field]: value });
    return [status, body[field]];
  };

  it('is possible for every record that has it', () => {
    expect(changes.map(({ method, path, field }) => `${method} ${path} ${field}`).sort()).toEqual([
      'patch /agent-schedules/:id input_template',
      'patch /contacts/:id metadata',
      'patch /deals/:id metadata',
      'patch /members/:id metadata',
      'patch /notebooks/:id metadata',
      'patch /notes/:id metadata',
      'patch /pipelines/:id metadata',
      'patch /pipelines/:id/stages/:stage_id metadata',
      'patch /projects/:id metadata',
      'patch /tasks/:id metadata',
      'patch /tenant settings',
      'put /notebooks/:id metadata',
    ]);
  });

  it.each(free)('$method $path merges $field by RFC 7396', async ({ method, path, field }) => {
    const change = (value: unknown) => changed(path, field, value, method);
    expect(await change({ a: { b: 1, c: [1, 2] }, d: 'x' })).toEqual([200, { a: { b: 1, c: [1, 2] }, d: 'x' }]);
    expect(await change({ a: { b: null, c: [null], e: {} }, f: null })).toEqual([
      200,
      { a: { c: [null], e: {} }, d: 'x' },
    ]);
    const merged = { a: { c: [null], e: {} }, d: 'x' };
    expect((await ada[method](await locationOf(path), {})).body[field]).toEqual(merged);
    expect(await change(null)).toEqual([200, {}]);
  });

  it('concurrently loses no member', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `key_${index}`);
    await Promise.all(names.map((name) => changed('/tasks/:id', 'metadata', { [name]: 1 })));
    expect(await changed('/tasks/:id', 'metadata', {})).toEqual([
      200,
      Object.fromEntries(names.map((name) => [name, 1])),
    ]);
  });

  it('replaces the value with one that is not an object, and merges into it as into an empty object', async () => {
    const change = (value: unknown) => changed('/projects/:id', 'metadata', value);
    expect(await change([{ a: null }])).toEqual([200, [{ a: null }]]);
    expect(await change({ a: 1, b: null })).toEqual([200, { a: 1 }]);
    expect(await change('text')).toEqual([200, 'text']);
  });

  it('treats names of prototypes as ordinary members', async () => {
    const patch = async (body: string) => {
      const request = world
        .raw('patch', `/api/v1${await locationOf('/notes/:id')}`)
        .set('authorization', `Bearer ${ada.key}`);
      return request.set('content-type', 'application/json').send(`{"metadata":${body}}`);
    };
    await patch('{"__proto__":{"a":1,"b":2},"constructor":{"prototype":1}}');
    const { text } = await patch('{"__proto__":{"a":null}}');
    expect(text).toContain('"__proto__":{"b":2}');
    expect(text).toMatch(/"constructor":\s*\{"prototype":\s*1\}/);
    await patch('{"__proto__":null,"constructor":null}');
  });

  it('is limited by the size of the merged value', async () => {
    const member = (key: string) => ({ [key]: 'a'.repeat(20_000) });
    const { body } = await ada.post('/contacts', { display_name: 'x', metadata: { ...member('a'), ...member('b') } });
    const grown = (key: string) => ada.patch(`/contacts/${body.id}`, { metadata: member(key) });
    expect((await grown('c')).status).toBe(200);
    const refused = await grown('d');
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: '/metadata', code: 'too_large' }] } });
    expect(Object.keys((await ada.get(`/contacts/${body.id}`)).body.metadata)).toEqual(['a', 'b', 'c']);
  });

  it('does not apply to creation, which stores nulls', async () => {
    const metadata = { a: null, b: { c: null } };
    const stages = [{ name: 'Open', metadata }];
    for (const [path, body] of [
      ['/tasks', { title: 'x' }],
      ['/projects', { name: 'x' }],
      ['/notes', { title: 'x' }],
      ['/notebooks', { name: 'x' }],
      ['/contacts', { display_name: 'x' }],
      ['/pipelines', { name: 'x', stages }],
      [await locationOf('/tasks/:id/comments'), { body: 'x' }],
      [await locationOf('/pipelines/:id/stages'), { name: 'another' }],
    ] as const)
      expect((await ada.post(path, { ...body, metadata })).body).toMatchObject({ metadata });
    const owner = { name: 'Eve', email: 'eve@example.com' };
    const { body } = await operator.post('/tenants', { name: 'New', owner, settings: metadata });
    expect(body.tenant.settings).toEqual(metadata);
    const { body: pipeline } = await ada.post('/pipelines', { name: 'y', stages });
    expect(pipeline.stages[0].metadata).toEqual(metadata);
  });

  it('of a schedule checks the merged input against its blueprint', async () => {
    const { body } = await ada.post('/agent-schedules', {
      blueprint: 'echo',
      cron_expression: '@hourly',
      input_template: { message: 'a', delay_ms: 5 },
    });
    const change = (input_template: unknown) => ada.patch(`/agent-schedules/${body.id}`, { input_template });
    expect((await change({ message: 'b' })).body.input_template).toEqual({ message: 'b', delay_ms: 5 });
    const refused = await change({ delay_ms: 'long' });
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: '/input_template/delay_ms' }] } });
    expect((await change({ delay_ms: null })).body.input_template).toEqual({ message: 'b' });
    expect((await change(null)).body.input_template).toEqual({});
  });
});
