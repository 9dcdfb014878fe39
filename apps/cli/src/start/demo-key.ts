import { join } from 'node:path';
import type { DataDirectory } from '../database/data-directory.js';

export interface DemoKey {
  key: string;
  isNew: boolean;
  path: string;
}

interface Demo {
  api_key: string;
}

const file = 'demo.json';
const demo = { name: 'Demo', slug: 'demo', owner: { name: 'Demo Owner', email: 'owner@example.com' } };

/** The key created by the first start; undefined if it was lost or revoked. */
export async function demoKey(
  data: DataDirectory,
  address: string,
  operatorToken: string,
): Promise<DemoKey | undefined> {
  const stored = (await data.read<Demo>(file))?.api_key;
  const path = join(data.path, file);
  if (stored && (await isAccepted(address, stored))) return { key: stored, isNew: false, path };
  const created = await makeDemoTenant(address, operatorToken);
  if (created) await data.write(file, { api_key: created.api_key } satisfies Demo);
  return created && { key: created.api_key, isNew: true, path };
}

async function isAccepted(address: string, key: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${address}/api/v1/me`, { headers, signal: AbortSignal.timeout(10_000) });
  await response.body?.cancel();
  return response.status !== 401;
}

/** Undefined if the tenant exists: its key cannot be read again. */
async function makeDemoTenant(address: string, operatorToken: string): Promise<Demo | undefined> {
  const response = await fetch(`${address}/api/v1/tenants`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(demo),
    signal: AbortSignal.timeout(10_000),
  });
  if (response.status === 409) return undefined;
  if (response.status === 201) return (await response.json()) as Demo;
  throw new Error(`the API responded ${response.status} to the creation of the demo tenant`);
}
