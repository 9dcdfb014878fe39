import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { type Caller, useWorld } from '@tandem/testing/world';

describe('API keys created while their member is deactivated', () => {
  const { ada, member, asOwner, session } = useWorld({ settings: { RATE_LIMIT_FAILED_AUTH_PER_SECOND: '0' } });
  const meanwhile = session();
  const keyMaker = () => member(ada, [{ domain: 'api_keys', access_level: 'write' }]);
  const liveKeysOf = ({ memberId }: Caller) =>
    asOwner('select id from api_keys where member_id = $1 and revoked_at is null', [memberId]);

  it('a key requested before the deactivation and stored after it is refused', async () => {
    const bob = await keyMaker();
    expect((await bob.get('/me')).status).toBe(200);
    await meanwhile.query('begin');
    await meanwhile.query('select from members where id = $1 for update', [bob.memberId]);
    await meanwhile.query('update members set is_active = false where id = $1', [bob.memberId]);
    const request = bob.post('/api-keys', { name: 'left behind' });
    await eventually(async () => expect(await meanwhile.waiting()).toBe(1));
    await meanwhile.query('commit');
    const response = await request;
    expect([response.status, response.body.code, response.body.key]).toEqual([401, 'unauthenticated', undefined]);
    expect(await liveKeysOf(bob)).toHaveLength(1);
  });

  it('no key outlives the deactivation, in any order of both', async () => {
    for (let round = 0; round < 10; round++) {
      const bob = await keyMaker();
      const [deleted, ...created] = await Promise.all([
        ada.delete(`/members/${bob.memberId}`),
        ...Array.from({ length: 4 }, () => bob.post('/api-keys', { name: 'quick' })),
      ]);
      expect([round, deleted.status, await liveKeysOf(bob)]).toEqual([round, 204, []]);
      for (const { status } of created) expect([201, 401]).toContain(status);
    }
  });
});
