import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { features } from '@tandem/adapters/features';
import { reencrypt } from '@tandem/cli/operator/reencrypt';
import { CreateApp } from '@tandem/domain/apps/create-app';
import { StoreIntegrationKey } from '@tandem/domain/integration-keys/store-integration-key';
import { CreateWebhookEndpoint } from '@tandem/domain/webhooks/endpoints/create-webhook-endpoint';
import { layFoundation } from '@tandem/platform/process/foundation';
import { Seal } from '@tandem/platform/secrets/seal';
import { asTenant } from '@tandem/testing/as-tenant';
import { tandem } from '@tandem/testing/tandem';
import { asOwner } from '@tandem/testing/temporary-postgres';
import { testEnvironment, testSettings } from '@tandem/testing/test-settings';
import { useTwoTenants } from '@tandem/testing/two-tenants';

const [old, next] = [randomBytes(32), randomBytes(32)];
const base64 = (key: Buffer) => key.toString('base64');
const columns = features.flatMap(({ sealed = [] }) => sealed);

interface Stored extends Record<string, unknown> {
  tenantId: string;
  id: string;
  secret: string;
}

describe('changing the root key', () => {
  const world = useTwoTenants();
  beforeAll(async () => {
    const { container, close } = layFoundation(
      features,
      testSettings(world.databaseUrl, { SECRETS_KEY: base64(old), OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' }),
    );
    for (const { tenantId } of [world.ours, world.theirs])
      await tandem.within(() =>
        asTenant(tenantId, async () => {
          await container.get(StoreIntegrationKey).run({ provider: 'openai', key: 'the stored key' });
          const auth = { type: 'bearer', token: 'the stored token' } as const;
          await container.get(CreateApp).run({ slug: 'a', name: 'A', url: 'https://mcp.example.com', auth });
          await container.get(CreateWebhookEndpoint).run({ url: 'http://127.0.0.1:9/hook' });
        }),
      );
    await close();
  });

  const run = (extra: Record<string, string>) =>
    reencrypt(testEnvironment(world.databaseUrl, { SECRETS_KEY: base64(next), ...extra }));
  const stored = async () => {
    const all: (Stored & { context: string })[] = [];
    for (const { table, column, location } of columns) {
      const text = `select tenant_id as "tenantId", id, ${column} as secret from ${table} where ${column} is not null`;
      const rows = await asOwner<Stored>(world.databaseUrl, text);
      all.push(...rows.map((row) => ({ ...row, context: location(row).context })));
    }
    return all;
  };

  it('without the former key, secrets are unchanged and the command fails', async () => {
    const before = await stored();
    expect(before).toHaveLength(6);
    expect(await run({})).toBe(1);
    expect(await stored()).toEqual(before);
  });

  it('with the former key, every secret of every tenant is re-encrypted once', async () => {
    expect(await run({ SECRETS_KEYS_PREVIOUS: `${base64(randomBytes(32))}, ${base64(old)}` })).toBe(0);
    const after = await stored();
    const seal = new Seal(next);
    const opened = after.map(({ secret, tenantId, context }) => seal.open(secret, { tenantId, context }));
    expect(opened.sort()).toEqual([
      'the stored key',
      'the stored key',
      'the stored token',
      'the stored token',
      expect.stringMatching(/^whsec_/),
      expect.stringMatching(/^whsec_/),
    ]);
    expect(await run({ SECRETS_KEYS_PREVIOUS: base64(old) })).toBe(0);
    expect(await stored()).toEqual(after);
  });

  it('a malformed former key is an invalid setting', () => {
    expect(() => testSettings(world.databaseUrl, { SECRETS_KEYS_PREVIOUS: `${base64(old)},short` })).toThrow(
      'SECRETS_KEYS_PREVIOUS: must be 32 bytes',
    );
  });

  it('the command knows every column of sealed secrets', async () => {
    const rows = await asOwner<{ name: string }>(
      world.databaseUrl,
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and column_name ~ 'sealed'`,
    );
    // Stored responses live for a day only.
    const known = [...columns.map(({ table, column }) => `${table}.${column}`), 'answered_requests.sealed'];
    expect(rows.map(({ name }) => name).sort()).toEqual(known.sort());
  });
});
