import { layFoundation } from '@tandem/platform/process/foundation';
import { resealAcrossTenants } from '@tandem/platform/feature/reseal';
import { Seal } from '@tandem/platform/secrets/seal';
import { readSettings } from '@tandem/platform/settings/settings';
import { allFeatures } from './all-features.js';
import { checkSettings } from './environment.js';
import { reachDatabase } from './running-database.js';
import { say, table } from './say.js';

/** `reencrypt`: seals what earlier root keys sealed anew; fails when a secret is left that none of the keys opens. */
export async function reencrypt(env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const features = await allFeatures(checkSettings(env));
  const reached = await reachDatabase(env, (line) => process.stderr.write(`tandem: ${line}\n`));
  const foundation = layFoundation(features, readSettings(reached.env));
  try {
    const seal = foundation.container.get(Seal);
    const rows = [];
    for (const column of features.flatMap(({ sealed = [] }) => sealed))
      rows.push(await resealAcrossTenants(foundation.database, seal, column));
    say(
      table([
        ['secret', 'sealed anew', 'not opened'],
        ...rows.map((row) => [`${row.table}.${row.column}`, String(row.sealed), String(row.unopened)]),
      ]),
    );
    return rows.some(({ unopened }) => unopened > 0) ? 1 : 0;
  } finally {
    await foundation.close();
    await reached.close();
  }
}
