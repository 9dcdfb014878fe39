import { describe, expect, it } from '@jest/globals';
import { Members } from '@tandem/domain/members/members.port';
import { asTenant } from '@tandem/testing/as-tenant';
import { useWorld } from '@tandem/testing/world';

/** A port without a listener: signals of PostgreSQL never reach the process. */
const deaf = { DATABASE_DIRECT_URL: 'postgres://tandem@127.0.0.1:1/nowhere' };
const rounds = Array.from({ length: 20 }, (_, round) => round);

describe('a process that has just changed access', () => {
  const world = useWorld({ settings: { ...deaf, RATE_LIMIT_FAILED_AUTH_PER_SECOND: '0' } });
  const { ada, bearer, member, grant } = world;
  const using = async (key: string) => (await bearer(key).get('/me')).status;
  /** A key that the process has cached. */
  const known = async () => {
    const { body } = await ada.post('/api-keys', { name: 'short-lived' });
    expect(await using(body.key)).toBe(200);
    return body as { id: string; key: string };
  };

  it('refuses a key rotated without a grace period', async () => {
    for (const round of rounds) {
      const { id, key } = await known();
      const rotated = await ada.post(`/api-keys/${id}/rotate`, { grace_period_seconds: 0 });
      expect([round, await using(key), await using(rotated.body.key)]).toEqual([round, 401, 200]);
    }
  });

  it('refuses it if the rotation has an Idempotency-Key, too', async () => {
    const { id, key } = await known();
    const headers = { 'idempotency-key': 'rotation-1' };
    await ada.post(`/api-keys/${id}/rotate`, { grace_period_seconds: 0 }, headers);
    expect(await using(key)).toBe(401);
  });

  it('refuses a revoked or paused key', async () => {
    for (const round of rounds) {
      const { id, key } = await known();
      if (round % 2) await ada.delete(`/api-keys/${id}`);
      else await ada.patch(`/api-keys/${id}`, { is_active: false });
      expect([round, await using(key)]).toEqual([round, 401]);
    }
  });

  it('applies new access policies and roles at once', async () => {
    const bob = await member(ada, []);
    const adds = async () => (await bob.post('/tasks', { title: 'one' })).status;
    for (const round of rounds) {
      const access_level = round % 2 ? 'write' : 'read';
      await grant(ada, bob, [{ domain: 'tasks', access_level }]);
      expect([round, await adds()]).toEqual([round, round % 2 ? 201 : 403]);
    }
    await ada.patch(`/members/${bob.memberId}`, { role: 'viewer' });
    expect(await adds()).toBe(403);
  });

  it('applies the roles of many members changed together', async () => {
    const people = await Promise.all([member(ada, []), member(ada, [])]);
    const add = () => Promise.all(people.map(async (one) => (await one.post('/tasks', { title: 'one' })).status));
    expect(await add()).toEqual([201, 201]);
    const members = world.api.container.get(Members);
    const demote = () => members.changeEach({ role: 'member' }, (one) => one.update({ role: 'viewer' }, false));
    await asTenant(ada.tenantId, demote);
    expect(await add()).toEqual([403, 403]);
  });

  it('refuses the keys of a deactivated member', async () => {
    const bob = await member(ada, []);
    expect(await using(bob.key)).toBe(200);
    await ada.delete(`/members/${bob.memberId}`);
    expect(await using(bob.key)).toBe(401);
  });
});
