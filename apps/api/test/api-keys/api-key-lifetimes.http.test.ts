import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { useWorld } from '@tandem/testing/world';

describe('the life cycle of an API key in two processes', () => {
  const { ada, bearer, asOwner, startApi } = useWorld();
  let second = '';
  const here = (key: string) => bearer(key).get('/me');
  const there = (key: string) => bearer(key, second).get('/me');
  /** Both processes have seen the key and cache it. */
  const known = async (fields: object = {}) => {
    const { body } = await ada.post('/api-keys', { name: 'two', ...fields });
    expect([(await here(body.key)).status, (await there(body.key)).status]).toEqual([200, 200]);
    return body as { id: string; key: string };
  };
  /** Much sooner than the ten seconds for which a key is cached. */
  const soonRefused = (key: string) =>
    eventually(async () => {
      expect([(await here(key)).status, (await there(key)).status]).toEqual([401, 401]);
    }, 7000);

  beforeAll(async () => void ({ address: second } = await startApi()));

  it('a revoked key is refused by both at once, permanently', async () => {
    const { id, key } = await known();
    expect((await ada.delete(`/api-keys/${id}`)).status).toBe(204);
    await soonRefused(key);
    expect((await ada.get(`/api-keys/${id}`)).body.is_active).toBe(false);
    for (const response of [
      await ada.patch(`/api-keys/${id}`, { is_active: true }),
      await ada.post(`/api-keys/${id}/rotate`),
    ])
      expect([response.status, response.body.code]).toEqual([409, 'api_key_revoked']);
    expect((await ada.delete(`/api-keys/${id}`)).status).toBe(204);
  });

  it('a paused key is refused until it is active again', async () => {
    const { id, key } = await known();
    await ada.patch(`/api-keys/${id}`, { is_active: false });
    await soonRefused(key);
    await ada.patch(`/api-keys/${id}`, { is_active: true });
    await eventually(async () => expect((await there(key)).status).toBe(200), 2000);
  });

  it('narrower scopes apply in both at once', async () => {
    const { id, key } = await known();
    await ada.patch(`/api-keys/${id}`, { scopes: ['tasks:read'] });
    await eventually(async () => expect((await there(key)).body.rights).toMatchObject({ projects: 'none' }), 2000);
  });

  it('a rotated key works until the grace period ends, then only its successor does', async () => {
    const { id, key } = await known();
    const rotated = await ada.post(`/api-keys/${id}/rotate`, { grace_period_seconds: 2 });
    expect([rotated.body.id, rotated.body.api_key]).toEqual([id, rotated.body.key]);
    expect(rotated.body.key).not.toBe(key);
    expect(rotated.body.key_hint.slice(-4)).toBe(rotated.body.key.slice(-4));
    expect([(await here(key)).status, (await there(rotated.body.key)).status]).toEqual([200, 200]);
    await eventually(async () => expect((await here(key)).status).toBe(401), 4000);
    await soonRefused(key);
    expect((await there(rotated.body.key)).status).toBe(200);
  });

  it('a grace period of 0 ends the previous key at once', async () => {
    const { id, key } = await known();
    const rotated = await ada.post(`/api-keys/${id}/rotate`, { grace_period_seconds: 0 });
    await soonRefused(key);
    expect((await there(rotated.body.key)).status).toBe(200);
  });

  it('a second rotation does not extend the grace period of the first', async () => {
    const { id, key } = await known();
    await ada.post(`/api-keys/${id}/rotate`, { grace_period_seconds: 1 });
    await ada.post(`/api-keys/${id}/rotate`, { grace_period_seconds: 604_800 });
    await eventually(async () => expect((await here(key)).status).toBe(401), 4000);
    for (const grace_period_seconds of [-1, 604_801, 1.5, 'x'])
      expect((await ada.post(`/api-keys/${id}/rotate`, { grace_period_seconds })).status).toBe(422);
  });

  it('the last use is stored outside the request, at intervals', async () => {
    const { id, key } = await known();
    const used = async () =>
      (await asOwner<{ at: Date | null }>('select last_used_at as at from api_keys where id = $1', [id]))[0]!.at;
    const noted = await eventually(async () => {
      const at = await used();
      expect(at).not.toBeNull();
      return at!;
    });
    await here(key);
    expect((await used())!.getTime() - noted.getTime()).toBeLessThan(60_000);
    expect((await ada.get(`/api-keys/${id}`)).body.last_used_at).not.toBeNull();
  });
});
