import type { DataDirectory } from './data-directory.js';
import { ensureDemoTenant } from './prepare-database.js';

interface Demo {
  api_key: string;
}

const file = 'demo.json';

/** The API key of the demo tenant, made on the first start and kept for later ones; undefined where it was lost or revoked. */
export async function demoKey(
  data: DataDirectory,
  address: string,
  operatorToken: string,
): Promise<string | undefined> {
  const kept = (await data.read<Demo>(file))?.api_key;
  if (kept && (await isAccepted(address, kept))) return kept;
  const made = await ensureDemoTenant(address, operatorToken);
  if (made) await data.write(file, { api_key: made.api_key } satisfies Demo);
  return made?.api_key;
}

async function isAccepted(address: string, key: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${address}/api/v1/me`, { headers, signal: AbortSignal.timeout(10_000) });
  await answer.body?.cancel();
  return answer.status !== 401;
}
