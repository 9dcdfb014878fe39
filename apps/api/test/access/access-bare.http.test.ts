import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Caller, useWorld } from '@tandem/testing/world';
import { partAt, schemaAt } from '../documentation/documented.js';

const nobody = '019ab1c2-0000-7000-8000-000000000000';
const reading = { domain: 'tasks', access_level: 'read' };

describe('access policies sent as a bare array', () => {
  const { ada, member } = useWorld();
  let bob: Caller;
  const path = () => `/members/${bob.memberId}/access`;
  const put = (body: unknown) => ada.put(path(), body);
  const pointersOf = async (wrong: unknown) => {
    const response = await put(wrong);
    expect([wrong, response.status]).toEqual([wrong, 422]);
    return (response.body.errors as { pointer: string }[]).map(({ pointer }) => pointer);
  };

  beforeAll(async () => {
    bob = await member(ada, [{ domain: 'notes', access_level: 'none' }]);
  });

  it('replace existing policies, like an object does', async () => {
    const { status, body } = await put([reading]);
    expect([status, body]).toMatchObject([200, [{ ...reading, resource_filter: null }]]);
    expect((await ada.get(path())).body).toEqual(body);
    expect((await put({ access_policies: [reading] })).body).toMatchObject([reading]);
    expect((await put([])).body).toEqual([]);
  });

  it('have faults with pointers into the array, from every check', async () => {
    const unseen = { ...reading, resource_filter: { project_ids: [nobody] } };
    expect(await pointersOf([{ ...reading, domain: 'cats' }, 1])).toEqual(['/0/domain', '/1']);
    expect(await pointersOf([unseen, unseen])).toEqual([
      '/0/resource_filter/project_ids/0',
      '/1/domain',
      '/1/resource_filter/project_ids/0',
    ]);
    expect(await pointersOf(Array(51).fill(reading))).toEqual(['']);
    expect(await pointersOf({ access_policies: [{ ...reading, domain: 'cats' }] })).toEqual([
      '/access_policies/0/domain',
    ]);
    expect(await pointersOf({})).toEqual(['/access_policies']);
  });

  it('are rejected with fields that the server adds, as unknown fields', async () => {
    await put([reading]);
    const added = ['member_id', 'tenant_id', 'created_at', 'updated_at'].map((name) => `/0/${name}`);
    expect(await pointersOf((await ada.get(path())).body)).toEqual(added);
  });

  it('are documented beside the object; no other operation accepts an array', async () => {
    const { location } = partAt(['paths', '/api/v1/members/{id}/access', 'put', 'requestBody']);
    const fits = schemaAt([...location, 'content', 'application/json', 'schema']);
    expect([[reading], { access_policies: [reading] }, reading, [1]].map((body) => fits(body))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    const { status, body } = await ada.patch(`/members/${bob.memberId}`, []);
    expect([status, body.errors]).toMatchObject([422, [{ pointer: '', code: 'invalid_type' }]]);
  });
});
