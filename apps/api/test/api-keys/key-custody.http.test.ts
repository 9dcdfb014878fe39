import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Caller, useWorld } from '@tandem/testing/world';

describe("other members' API keys", () => {
  const { ada, withKey, member } = useWorld({ fresh: 'tenants' });
  let adasKey: string;

  beforeEach(async () => {
    adasKey = await idOf(ada);
  });

  const idOf = async (caller: Caller) => (await caller.get('/me')).body.key.id as string;
  const hour = 3_600_000;
  const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString();

  it('cannot be changed or revoked with write access to keys', async () => {
    const guest = await member(ada, [{ domain: 'api_keys', access_level: 'write' }]);
    for (const { status, body } of [
      await guest.delete(`/api-keys/${adasKey}`),
      await guest.patch(`/api-keys/${adasKey}`, { is_active: false }),
      await guest.patch(`/api-keys/${adasKey}`, { name: 'mine' }),
    ])
      expect([status, body.code, body.scope]).toEqual([403, 'insufficient_scope', 'api_keys:admin']);
    expect((await ada.get('/me')).status).toBe(200);
    expect((await guest.delete(`/api-keys/${await idOf(guest)}`)).status).toBe(204);
  });

  it('cannot be changed by an owner with a narrow key, but with a full one', async () => {
    const bob = await member(ada, []);
    const bobsKey = await idOf(bob);
    const narrow = await withKey(ada, { scopes: ['api_keys:write'] });
    expect((await narrow.delete(`/api-keys/${bobsKey}`)).status).toBe(403);
    expect((await ada.patch(`/api-keys/${bobsKey}`, { name: 'renamed' })).body.name).toBe('renamed');
    expect((await ada.delete(`/api-keys/${bobsKey}`)).status).toBe(204);
  });

  it('cannot be changed by an administrator if they belong to an owner', async () => {
    const admin = await member(ada, [], 'admin');
    for (const { status, body } of [
      await admin.delete(`/api-keys/${adasKey}`),
      await admin.patch(`/api-keys/${adasKey}`, { is_active: false }),
    ])
      expect([status, body.code]).toEqual([403, 'exceeds_own_rights']);
  });

  it('cannot be reactivated or extended by anyone who would gain rights from it', async () => {
    const bob = await member(ada, []);
    const id = await idOf(bob);
    expect((await ada.patch(`/api-keys/${id}`, { is_active: false, expires_at: inHours(1) })).status).toBe(200);
    const own = await withKey(ada, { expires_at: inHours(1) });
    const narrow = await withKey(ada, { scopes: ['api_keys:write'] });
    const refused = [
      await ada.patch(`/api-keys/${id}`, { is_active: true }),
      await ada.patch(`/api-keys/${id}`, { expires_at: null }),
      await ada.patch(`/api-keys/${id}`, { expires_at: inHours(2) }),
      await narrow.patch(`/api-keys/${await idOf(own)}`, { expires_at: inHours(2) }),
    ];
    for (const { status, body } of refused) expect([status, body.code]).toEqual([403, 'exceeds_creator']);
    expect((await ada.patch(`/api-keys/${id}`, { expires_at: inHours(0.5) })).status).toBe(200);
    expect((await ada.patch(`/api-keys/${await idOf(own)}`, { expires_at: inHours(2) })).status).toBe(200);
  });
});
