import { beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { responding } from '@tandem/testing/outside/webhook-receiver';
import { type Caller, useWorld } from '@tandem/testing/world';

describe('a webhook endpoint of a member who loses rights', () => {
  const { ada, receiver, member } = useWorld({ workers: 1, fresh: 'tenants' });
  let bob: Caller;
  let bobsKey: string;

  beforeEach(async () => {
    bob = await member(ada, policies);
    bobsKey = (await bob.get('/me')).body.key.id;
  });

  const policies = [
    { domain: 'webhooks', access_level: 'write' },
    { domain: 'api_keys', access_level: 'write' },
    { domain: 'tasks', access_level: 'write' },
  ];
  const grant = (given: object[]) => ada.put(`/members/${bob.memberId}/access`, { access_policies: given });
  const create = async (by: Caller) =>
    (await by.post('/webhook-endpoints', { url: `${receiver.url}/his`, event_types: ['task.created'] })).body
      .id as string;
  const read = async (id: string) => (await ada.get(`/webhook-endpoints/${id}`)).body;
  const task = (title: string) => ada.post('/tasks', { title });
  const titles = () => receiver.at('/his').map(({ event }) => (event.data as { title: string }).title);
  const disabled = (id: string, reason: string) =>
    eventually(async () => expect(await read(id)).toMatchObject({ is_enabled: false, disabled_reason: reason }));

  it('one of a deactivated member receives nothing, and an administrator may take it over', async () => {
    const id = await create(bob);
    await task('before');
    await eventually(() => expect(titles()).toEqual(['before']));
    await ada.delete(`/members/${bob.memberId}`);
    await task('at once');
    await disabled(id, 'owner_deactivated');
    expect((await read(id)).disabled_at).not.toBeNull();
    await task('after');
    const carl = await member(ada, policies);
    expect((await carl.post(`/webhook-endpoints/${id}/enable`)).body.code).toBe('owner_lost');
    expect((await carl.patch(`/webhook-endpoints/${id}`, { is_enabled: true })).status).toBe(409);
    expect(titles()).toEqual(['before']);
    const taken = await ada.post(`/webhook-endpoints/${id}/enable`);
    expect(taken.body).toMatchObject({ is_enabled: true, member_id: ada.memberId });
    await eventually(() => expect(titles()).toContain('after'));
  });

  it('pending retries are skipped', async () => {
    receiver.react = responding(500);
    const id = await create(bob);
    await task('retried');
    await eventually(() => expect(titles()).not.toHaveLength(0));
    await ada.delete(`/members/${bob.memberId}`);
    await disabled(id, 'owner_deactivated');
    const { data } = (await ada.get(`/webhook-deliveries?endpoint_id=${id}`)).body;
    expect(data).toMatchObject([{ status: 'skipped' }]);
  });

  it('one created with a key continues after its rotation, and is disabled with the key', async () => {
    const id = await create(bob);
    await bob.post(`/api-keys/${bobsKey}/rotate`, { grace_period_seconds: 0 });
    await task('rotated');
    await eventually(() => expect(titles()).toEqual(['rotated']));
    await ada.delete(`/api-keys/${bobsKey}`);
    await disabled(id, 'key_inactive');
  });

  it('one whose key is paused is disabled before the next delivery', async () => {
    const id = await create(bob);
    await ada.patch(`/api-keys/${bobsKey}`, { is_active: false });
    await task('hidden');
    await disabled(id, 'key_inactive');
    expect(titles()).toEqual([]);
  });

  it('one of a member with restored rights is enabled only by that member or an administrator', async () => {
    const id = await create(bob);
    await grant(policies.filter(({ domain }) => domain !== 'webhooks'));
    await disabled(id, 'permission_denied');
    await grant(policies);
    const carl = await member(ada, policies);
    for (const refused of [
      await carl.post(`/webhook-endpoints/${id}/enable`),
      await carl.patch(`/webhook-endpoints/${id}`, { is_enabled: true }),
    ])
      expect(refused.body).toMatchObject({ status: 409, code: 'owner_lost', reason: 'permission_denied' });
    expect((await bob.post(`/webhook-endpoints/${id}/enable`)).body).toMatchObject({
      is_enabled: true,
      member_id: bob.memberId,
    });
  });

  it('one of a member who may no longer have endpoints is disabled', async () => {
    const id = await create(bob);
    await grant(policies.filter(({ domain }) => domain !== 'webhooks'));
    await disabled(id, 'permission_denied');
  });

  it('a member who changes the URL of a disabled one gets nothing that only an administrator may read', async () => {
    const id = await create(bob);
    await ada.delete(`/members/${bob.memberId}`);
    await disabled(id, 'owner_deactivated');
    const carl = await member(ada, policies);
    const aimed = await carl.patch(`/webhook-endpoints/${id}`, { url: `${receiver.url}/hers` });
    expect(aimed.body).toMatchObject({ is_enabled: false, disabled_reason: 'manual', member_id: carl.memberId });
    expect((await ada.post(`/webhook-endpoints/${id}/enable`)).body.member_id).toBe(carl.memberId);
  });
});
