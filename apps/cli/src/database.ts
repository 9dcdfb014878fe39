import { makeLogin } from '@tandem/platform/postgres/login';
import { DataDirectory } from './data-directory.js';
import { applicationLogin, dataDirectoryOf, embeddedEnvironment, given } from './environment.js';
import { KeptPostgres } from './kept-postgres.js';

export interface Database {
  /** Complete environment of whatever works on it: DATABASE_URL and, on the embedded one, the generated secrets. */
  env: NodeJS.ProcessEnv;
  /** The embedded one's; undefined where the operator gave DATABASE_URL. */
  data?: DataDirectory;
  close(): Promise<void>;
}

interface Options {
  env: NodeJS.ProcessEnv;
  signal?: AbortSignal;
  /** What else must hold before PostgreSQL is worth starting. */
  check?: () => Promise<void>;
}

/** Opens the database of DATABASE_URL, or the embedded one of DATA_DIR under its lock. */
export async function openDatabase({ env, signal, check }: Options): Promise<Database> {
  if (given(env, 'DATABASE_URL')) {
    await check?.();
    return { env, close: async () => undefined };
  }
  const data = await DataDirectory.open(dataDirectoryOf(env));
  let postgres: KeptPostgres | undefined;
  const close = () => Promise.resolve(postgres?.stop()).finally(() => data.release());
  try {
    await check?.();
    const secrets = await data.secrets();
    postgres = await KeptPostgres.start({ directory: data.postgres, password: secrets.databasePassword, signal });
    await makeLogin(postgres.url, { name: applicationLogin, password: secrets.applicationPassword });
    return { env: embeddedEnvironment(env, postgres.url, secrets), data, close };
  } catch (error) {
    await close();
    throw error;
  }
}
