import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import type { Domain } from '@tandem/domain/core/vocabulary';
import { tandem } from '@tandem/testing/tandem';
import { type Caller, useWorld } from '@tandem/testing/world';
import { attemptOn, send } from '../isolation/attempts.js';
import { documented } from '../documentation/documented.js';
import { isEnding, operations } from '../isolation/isolation-cases.js';
import { type Operation, operationsOf } from '../documentation/operations.js';
import { Records } from '../isolation/records.js';

const noId = '019ab1c2-0000-7000-8000-000000000000';
const scoped = operations.flatMap((operation) => {
  const [domain, level] = (operation.scope?.split(':') ?? []) as [Domain?, string?];
  return domain && level ? [{ ...operation, scope: `${domain}:${level}`, domain, level }] : [];
});
const open = operations.filter(({ scope }) => !scope);
const ofOperator = operationsOf(documented)
  .filter(({ security }) => security.includes('operator'))
  .map((operation) => ({ ...operation, path: operation.path.replace('{id}', noId), locations: [] }));
const below: Record<string, string> = { write: 'read', admin: 'write' };

/** Passed the scope check, even if refused because of the records involved. */
const isLetIn = ({ status, body }: Response) =>
  status < 300 || status === 409 || (status === 403 && /^exceeds_/.test(body.code as string));

describe('the scopes of a key', () => {
  const world = useWorld();
  const { ada, raw, withKey } = world;
  const mine = new Records(world, ada, 'mine');
  const keys = new Map<string, Promise<Caller>>();

  const keyWith = (...scopes: string[]) => {
    const name = scopes.join();
    const created = keys.get(name) ?? withKey(ada, { scopes });
    keys.set(name, created);
    return created;
  };

  beforeAll(async () => {
    await ada.post('/contacts', { display_name: 'X', channels: [{ type: 'email', value: 'nobody@example.com' }] });
  });

  const attempt = async (caller: Caller, operation: Operation, of = mine) =>
    send(caller, operation, await attemptOn(operation, of));

  it.each(scoped)('do not replace $scope with all other domains: $name', async (operation) => {
    const others = [...tandem.domains.keys()]
      .filter((other) => other !== operation.domain)
      .map((other) => `${other}:admin`);
    const response = await attempt(await keyWith(...others), operation);
    const isHidden = operation.path.includes('{');
    expect([response.status, response.body.code, response.body.scope]).toEqual(
      isHidden ? [404, 'not_found', undefined] : [403, 'insufficient_scope', operation.scope],
    );
  });

  it.each(scoped.filter(({ level }) => below[level]))(
    'below $scope are refused with the name of the missing scope: $name',
    async (operation) => {
      const response = await attempt(await keyWith(`${operation.domain}:${below[operation.level]}`), operation);
      expect([response.status, response.body.code, response.body.scope]).toEqual([
        403,
        'insufficient_scope',
        operation.scope,
      ]);
    },
  );

  it.each(scoped)('permit an operation with $scope: $name', async (operation) => {
    const records = isEnding(operation) ? new Records(world, ada, 'own') : mine;
    const response = await attempt(await keyWith(operation.scope), operation, records);
    const { status, body } = response;
    expect({ status, body, isLetIn: isLetIn(response) }).toMatchObject({ isLetIn: true });
  });

  it('permit hardly anything if there are none', async () => {
    const statuses = async (key: string | undefined, requested: Operation[]) => {
      const responses: Record<string, number> = {};
      for (const operation of requested) {
        const { path, body } = await attemptOn(operation, mine);
        const request = raw(operation.method, `/api/v1${path}`).send(body);
        responses[operation.name] = (await (key ? request.set('authorization', `Bearer ${key}`) : request)).status;
      }
      return responses;
    };
    const { key } = await keyWith('usage:read');
    const requested = [...open, ...ofOperator];
    const always = { 'post /integration-keys/{provider}/verify': 200 };
    const refused = Object.fromEntries(requested.map(({ name }) => [name, 401]));
    expect(await statuses(undefined, requested)).toEqual({ ...refused, ...always });
    expect(await statuses(key, requested)).toEqual({
      ...refused,
      ...always,
      'get /event-types': 200,
      'get /events/stream': 200,
      'get /exports/workspace.ndjson': 403,
      'get /me': 200,
      'get /overview': 200,
      'get /search': 200,
      'post /batch': 200,
      'post /invitations/claim': 404,
    });
  });
});
