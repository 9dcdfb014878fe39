import { beforeAll, describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';
import fc from 'fast-check';
import { type Attempt, attemptOn } from '../isolation/attempts.js';
import { expectDocumented } from '../documentation/documented.js';
import { isEnding, operations } from '../isolation/isolation-cases.js';
import { bodies } from './malformed-bodies.js';
import { headers as oddHeaders, queries, segments } from './malformed.js';
import type { Operation } from '../documentation/operations.js';
import { type RawRequest, sendRaw } from './raw-request.js';
import { Records } from '../isolation/records.js';

/** Requests for each operation; a failure prints the seed that repeats it. */
const numRuns = Number(process.env.FUZZ_RUNS ?? 20);
const paths = [...new Set(operations.map(({ path }) => path))];

describe('malformed requests', () => {
  const world = useWorld();
  const { ada, raw } = world;
  /** Created before anything malformed is sent. */
  const attempts = new Map<Operation, Attempt>();

  beforeAll(async () => {
    const mine = new Records(world, ada, 'mine');
    for (const operation of operations) {
      const of = isEnding(operation) ? new Records(world, ada, 'spare') : mine;
      attempts.set(operation, await attemptOn(operation, of));
    }
  });

  const send = ({ headers = [], ...request }: Omit<RawRequest, 'headers'> & Partial<RawRequest>) => {
    const given = headers.map(([name]) => name);
    const usual: [string, string][] = [
      ['Authorization', `Bearer ${ada.key}`],
      ['Content-Type', 'application/json'],
    ];
    const all = [...usual.filter(([name]) => !given.includes(name)), ...headers];
    return sendRaw(world.address, { ...request, target: `/api/v1${request.target}`, headers: all });
  };

  /** Replacements for one part of a valid request. */
  function variantsOf(operation: Operation) {
    const { path, body = {} } = attempts.get(operation)!;
    const good: RawRequest = {
      method: operation.method.toUpperCase(),
      target: path,
      headers: [],
      body: Buffer.from(JSON.stringify(body)),
    };
    const names = operation.parameters.filter(({ in: where }) => where === 'query').map(({ name }) => name as string);
    const variants: fc.Arbitrary<RawRequest>[] = [
      oddHeaders.map((header) => ({ ...good, headers: [header] })),
      queries(names).map((query) => ({ ...good, target: `${path}?${query}` })),
    ];
    const schema = operation.body?.schema;
    // Most mutations concern the body.
    if (schema)
      for (let weight = 0; weight < 4; weight++)
        variants.push(bodies(body, schema).map((sent) => ({ ...good, body: sent })));
    const fieldPositions = [...operation.path.matchAll(/\{\w+\}/g)].map(([name]) =>
      operation.path.split('/').indexOf(name),
    );
    if (fieldPositions.length)
      variants.push(
        fc.tuple(fc.constantFrom(...fieldPositions), segments).map(([at, segment]) => ({
          ...good,
          target: path.split('/').with(at, segment).join('/'),
        })),
      );
    return fc.oneof(...variants);
  }

  it.each(operations)('are refused as documented, and never fail with a 5xx: $name', async (operation) => {
    const check = fc.asyncProperty(variantsOf(operation), async (request) => {
      const response = await send(request);
      expect(response.status < 500 ? '' : response.text).toBe('');
      expectDocumented(response, operation.method, request.target);
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    });
    await fc.assert(check, { numRuns, endOnFailure: true });
  });

  it.each(paths)('are refused if their method is not supported: %s', async (path) => {
    const served = operations.filter((operation) => operation.path === path).map(({ method }) => method.toUpperCase());
    const target = path.replaceAll(/\{\w+\}/g, '019ab1c2-0000-7000-8000-000000000000');
    for (const method of ['OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'HEAD', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      if (served.includes(method) || (method === 'HEAD' && served.includes('GET'))) continue;
      const { status, headers, body } = await send({ method, target });
      expect({ method, status, allow: headers.allow, code: body.code }).toEqual({
        method,
        status: 405,
        allow: expect.stringContaining(served[0]!),
        code: method === 'HEAD' ? undefined : 'method_not_allowed',
      });
    }
  });

  it('are read as HTTP or refused with a problem', async () => {
    const bytes = (text: string) => send({ method: 'GET', target: '/me', headers: [['X-Odd', text]] });
    expect(await bytes('\u0001')).toMatchObject({ status: 400, body: { code: 'malformed_request' } });
    expect(await bytes('a'.repeat(20_000))).toMatchObject({ status: 431, body: { code: 'headers_too_large' } });
    expect(await send({ method: 'GET', target: `/me?q=${'a'.repeat(20_000)}` })).toMatchObject({ status: 431 });
    expect(await send({ method: 'N0NSENSE', target: '/me' })).toMatchObject({ status: 400 });
    expect(await send({ method: 'GET', target: '/me HTTP/9.9\r\nX: y' })).toMatchObject({ status: 400 });
  });

  it('leave the process unaffected', async () => {
    expect((await raw('get', '/readyz')).status).toBe(200);
    expect((await ada.post('/tasks', { title: 'still here' })).status).toBe(201);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});
