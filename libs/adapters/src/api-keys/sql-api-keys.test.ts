import { describe, expect, it } from '@jest/globals';
import { ApiKey, expiryNotices } from '@tandem/domain/api-keys/api-key';
import { Member } from '@tandem/domain/members/member';
import { Members } from '@tandem/domain/members/members.port';
import type { Container } from '@tandem/platform/feature/container';
import { storeContract } from '@tandem/testing/store-contract';
import { useStore } from '@tandem/testing/use-store';
import { works } from '../access/key-rules.js';
import { SqlApiKeys } from './sql-api-keys.js';

async function make(number: number, get: Container['get']): Promise<ApiKey> {
  const member = new Member({ name: 'Bob', email: `bob${number}@example.com`, role: 'viewer' });
  return new ApiKey((await get(Members).add(member)).id, { name: `Key ${number}` });
}

storeContract(SqlApiKeys, {
  make,
  change: (apiKey) => apiKey.update({ name: 'Another' }),
  records: { added: ['api_key.created'], changed: ['api_key.updated'] },
});

describe('SqlApiKeys', () => {
  const { ours, get, query } = useStore(SqlApiKeys);

  it('finds the working keys that the method finds', () =>
    ours(async (apiKeys) => {
      const { memberId } = await make(0, get);
      const created: ApiKey[] = [];
      for (const days of [null, -1, 30])
        for (const isActive of [true, false]) {
          const expiresAt = days === null ? null : new Date(Date.now() + days * 86_400_000);
          created.push(
            await apiKeys.add(Object.assign(new ApiKey(memberId, { name: 'Key' }), { expiresAt, isActive })),
          );
        }
      const text = `select k.id from api_keys k where ${works} and k.id = any($1::uuid[])`;
      const found = await query<{ id: string }>(text, [created.map(({ id }) => id)]);
      const expected = created.filter((one) => one.works).map(({ id }) => id);
      expect(found.map(({ id }) => id).sort()).toEqual(expected.sort());
      expect(expected).toHaveLength(2);
    }));

  it('finds the keys that need an expiry notice', () =>
    ours(async (apiKeys) => {
      const { memberId } = await make(1, get);
      const expected: string[] = [];
      for (const daysLeft of [null, -1, 0.5, 3, 10, 20])
        for (const toldDaysAhead of [null, ...expiryNotices])
          for (const isActive of [true, false]) {
            const expiresAt = daysLeft === null ? null : new Date(Date.now() + daysLeft * 86_400_000);
            const apiKey = Object.assign(new ApiKey(memberId, { name: 'Key' }), { expiresAt, toldDaysAhead, isActive });
            await apiKeys.add(apiKey);
            apiKey.announceExpiry();
            if (apiKey.toldDaysAhead !== toldDaysAhead) expected.push(apiKey.id);
          }
      const found = await apiKeys.expiringAcrossTenants(expiryNotices);
      expect(found.map(({ id }) => id).sort()).toEqual(expected.sort());
      expect(expected).toHaveLength(6);
    }));
});
