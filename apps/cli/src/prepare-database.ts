import { features } from '@tandem/adapters/features';
import { migrate } from '@tandem/platform/postgres/migrate';
import type { Settings } from '@tandem/platform/settings';

/** Brings the database to the shape this version needs; safe to repeat, and by several processes at once. */
export async function prepareDatabase(settings: Settings): Promise<void> {
  await migrate(settings.MIGRATION_DATABASE_URL || settings.DATABASE_URL, features);
}

const demo = { name: 'Demo', slug: 'demo', owner: { name: 'Demo Owner', email: 'owner@example.com' } };

/** Makes the demo tenant through the running API; undefined where there is one, whose key nobody can read again. */
export async function ensureDemoTenant(
  address: string,
  operatorToken: string,
): Promise<{ api_key: string } | undefined> {
  const answer = await fetch(`${address}/api/v1/tenants`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(demo),
    signal: AbortSignal.timeout(10_000),
  });
  if (answer.status === 409) return undefined;
  if (answer.status === 201) return (await answer.json()) as { api_key: string };
  throw new Error(`the API answered ${answer.status} when the demo tenant was to be made`);
}
