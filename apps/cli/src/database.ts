import { makeLogin } from '@tandem/platform/postgres/login';
import { DataDirectory } from './data-directory.js';
import { applicationLogin, dataDirectoryOf, embeddedEnvironment, given } from './environment.js';
import { KeptPostgres } from './kept-postgres.js';

/** The database a command works on. */
export interface Database {
  /** Complete environment of whatever works on it: DATABASE_URL and, on the embedded one, the generated secrets. */
  env: NodeJS.ProcessEnv;
  /** The embedded one's; undefined where the operator gave DATABASE_URL. */
  data?: DataDirectory;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  env: NodeJS.ProcessEnv;
  log: (line: string) => void;
  signal?: AbortSignal;
  /** What else must hold before PostgreSQL is worth starting. */
  check?: () => Promise<void>;
}

// With the 6 s that the apps have this stays below the 10 s that a process manager waits before it kills.
const databaseGrace = 3000;

/** Opens the database of DATABASE_URL, or the embedded one of DATA_DIR under its lock. */
export async function openDatabase({ env, log, signal, check }: DatabaseOptions): Promise<Database> {
  if (given(env, 'DATABASE_URL')) {
    await check?.();
    return { env, close: async () => undefined };
  }
  const data = await DataDirectory.open(dataDirectoryOf(env));
  try {
    await check?.();
    const secrets = await data.secrets();
    const options = { directory: data.postgres, password: secrets.databasePassword, log, signal };
    const postgres = await KeptPostgres.start(options);
    await makeLogin(postgres.url, { name: applicationLogin, password: secrets.applicationPassword }).catch(
      async (error: Error) => {
        await postgres.stop(databaseGrace);
        throw error;
      },
    );
    const close = () => postgres.stop(databaseGrace).finally(() => data.release());
    return { env: embeddedEnvironment(env, postgres.url, secrets), data, close };
  } catch (error) {
    await data.release();
    throw error;
  }
}
