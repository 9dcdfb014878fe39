import { describe, expect, it } from '@jest/globals';
import { features } from '@tandem/adapters/features';
import { inScope, noTenant, systemScope } from '@tandem/domain/core/scope';
import { useWorld } from '@tandem/testing/world';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 - 60_000).toISOString();

describe('keys that expire soon', () => {
  const world = useWorld();
  const { ada, asOwner } = world;

  const sweep = async () => {
    const job = features.flatMap((feature) => feature.jobs ?? []).find(({ name }) => name === 'TellExpiringKeys')!;
    await inScope(systemScope(noTenant), () => world.api.container.get(job.run).run(undefined));
  };
  const reported = async (id: string) => {
    const { body } = await ada.get(`/audit-log?action=api_key.expiring&resource_id=${id}`);
    return body.data.map((entry: { metadata: { days_ahead: number } }) => entry.metadata.days_ahead);
  };

  it('are announced 14, 7 and 1 day ahead, once each', async () => {
    const { id } = (await ada.post('/api-keys', { name: 'soon', expires_at: inDays(20) })).body;
    await sweep();
    expect(await reported(id)).toEqual([]);
    for (const days of [14, 7, 1]) {
      await asOwner('update api_keys set expires_at = $2 where id = $1', [id, inDays(days)]);
      await sweep();
      await sweep();
    }
    expect(await reported(id)).toEqual([1, 7, 14]);
    await ada.patch(`/api-keys/${id}`, { expires_at: inDays(13) });
    await sweep();
    expect(await reported(id)).toEqual([14, 1, 7, 14]);
  });

  it('are not announced once revoked', async () => {
    const { id } = (await ada.post('/api-keys', { name: 'revoked', expires_at: inDays(3) })).body;
    await ada.delete(`/api-keys/${id}`);
    await sweep();
    expect(await reported(id)).toEqual([]);
  });
});
