import { join } from 'node:path';
import type { DataDirectory } from './data-directory.js';
import { ensureDemoTenant } from './prepare-database.js';

interface Demo {
  api_key: string;
}

/** The API key of the demo tenant, and whether this start made it. */
export interface DemoKey {
  key: string;
  isNew: boolean;
  /** Where it is kept, for its owner alone. */
  path: string;
}

const file = 'demo.json';

/** Made on the first start and kept for later ones; undefined where it was lost or revoked. */
export async function demoKey(
  data: DataDirectory,
  address: string,
  operatorToken: string,
): Promise<DemoKey | undefined> {
  const kept = (await data.read<Demo>(file))?.api_key;
  const path = join(data.path, file);
  if (kept && (await isAccepted(address, kept))) return { key: kept, isNew: false, path };
  const made = await ensureDemoTenant(address, operatorToken);
  if (made) await data.write(file, { api_key: made.api_key } satisfies Demo);
  return made && { key: made.api_key, isNew: true, path };
}

async function isAccepted(address: string, key: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${address}/api/v1/me`, { headers, signal: AbortSignal.timeout(10_000) });
  await answer.body?.cancel();
  return answer.status !== 401;
}
