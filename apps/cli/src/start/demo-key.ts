import { join } from 'node:path';
import type { DataDirectory } from '../database/data-directory.js';

/** The API key of the demo tenant, and whether this start made it. */
export interface DemoKey {
  key: string;
  isNew: boolean;
  /** Where it is kept, for its owner alone. */
  path: string;
}

interface Demo {
  api_key: string;
}

const file = 'demo.json';
const demo = { name: 'Demo', slug: 'demo', owner: { name: 'Demo Owner', email: 'owner@example.com' } };

/** The key that the first start made; undefined where it was lost or revoked. */
export async function demoKey(
  data: DataDirectory,
  address: string,
  operatorToken: string,
): Promise<DemoKey | undefined> {
  const kept = (await data.read<Demo>(file))?.api_key;
  const path = join(data.path, file);
  if (kept && (await isAccepted(address, kept))) return { key: kept, isNew: false, path };
  const made = await makeDemoTenant(address, operatorToken);
  if (made) await data.write(file, { api_key: made.api_key } satisfies Demo);
  return made && { key: made.api_key, isNew: true, path };
}

async function isAccepted(address: string, key: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${address}/api/v1/me`, { headers, signal: AbortSignal.timeout(10_000) });
  await answer.body?.cancel();
  return answer.status !== 401;
}

/** Through the running API. Undefined where the tenant exists: its key cannot be read again. */
async function makeDemoTenant(address: string, operatorToken: string): Promise<Demo | undefined> {
  const answer = await fetch(`${address}/api/v1/tenants`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(demo),
    signal: AbortSignal.timeout(10_000),
  });
  if (answer.status === 409) return undefined;
  if (answer.status === 201) return (await answer.json()) as Demo;
  throw new Error(`the API answered ${answer.status} when the demo tenant was to be made`);
}
