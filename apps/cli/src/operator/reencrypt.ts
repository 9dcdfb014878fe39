import { layFoundation } from '@tandem/platform/process/foundation';
import { resealAcrossTenants } from '@tandem/platform/feature/reseal';
import { Seal } from '@tandem/platform/secrets/seal';
import { onDatabase } from '../database/database.js';
import { print, table } from '../print.js';

/** `reencrypt`: re-encrypts secrets sealed by earlier root keys; fails if no key opens a secret. */
export const reencrypt = (env: NodeJS.ProcessEnv = process.env): Promise<number> =>
  onDatabase(
    env,
    (settings, features) => layFoundation(features, settings),
    async ({ container, database }, features) => {
      const found = [];
      for (const column of features.flatMap(({ sealed = [] }) => sealed))
        found.push(await resealAcrossTenants(database, container.get(Seal), column));
      const rows = found.map((of) => [`${of.table}.${of.column}`, String(of.sealed), String(of.unopened)]);
      print(table([['secret', 'sealed again', 'not opened'], ...rows]));
      return found.some(({ unopened }) => unopened > 0) ? 1 : 0;
    },
  );
