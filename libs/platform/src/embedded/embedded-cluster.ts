import { once } from 'node:events';
import { chmod, chown, lchown, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findBinaries, type Binaries } from './embedded-binaries.js';
import {
  type Account,
  chooseAccount,
  chooseLaunch,
  collect,
  lastLine,
  type Launch,
  spawnAs,
} from './embedded-launch.js';
import { clearRemains } from './embedded-remains.js';

export interface Cluster {
  directory: string;
  binaries: Binaries;
  launch: Launch;
  password: string;
}

export interface EmbeddedPostgresOptions {
  directory: string;
  /** Of the role `tandem`. */
  password: string;
  volatile?: boolean | undefined;
  signal?: AbortSignal | undefined;
  log?: ((line: string) => void) | undefined;
  /** Any free port by default; a restart passes the previous one, so that clients can reconnect. */
  port?: number | undefined;
}

const builtin = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8'];
/** With the character types of C alone, pg_trgm drops letters beyond ASCII; some systems have no C.UTF-8. */
const locales = [[...builtin, '--lc-ctype=C.UTF-8'], builtin];

/** Creates the data directory on first use, or repairs it after a killed start. */
export async function openCluster(options: EmbeddedPostgresOptions): Promise<Cluster> {
  const { directory, password } = options;
  const binaries = await findBinaries();
  if (await isEmpty(directory)) return initialise(options, binaries);
  await checkVersion(directory, binaries.major);
  const account = await chooseAccount(directory);
  if (account) await giveTo(directory, account);
  await closeToOthers(directory);
  await clearRemains(directory);
  const launch = await chooseLaunch(binaries, directory, account);
  return { directory, binaries, launch, password };
}

const isEmpty = async (directory: string) => (await readdir(directory).catch(absent)).length === 0;

function absent(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

async function checkVersion(directory: string, major: number): Promise<void> {
  const version = (await readFile(join(directory, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (!version) throw new Error(`${directory} is not empty and holds no PostgreSQL database`);
  if (Number(version) === major) return;
  throw new Error(
    `${directory} was made by PostgreSQL ${version} and this is PostgreSQL ${major}; ` +
      `move the data with pg_dump of version ${version}, or choose another DATA_DIR`,
  );
}

// Root may have restored the directory from a backup, but PostgreSQL refuses directories of root.
async function giveTo(directory: string, { uid, gid }: Account): Promise<void> {
  if ((await stat(directory)).uid === uid) return;
  for (const name of await readdir(directory, { recursive: true })) await lchown(join(directory, name), uid, gid);
  await chown(directory, uid, gid);
}

// PostgreSQL refuses a directory that is open to others, such as a copy without file modes.
async function closeToOthers(directory: string): Promise<void> {
  if ((await stat(directory)).mode & 0o027) await chmod(directory, 0o700);
}

// Created elsewhere and renamed when complete, so that a killed start leaves no partial data directory.
async function initialise(options: EmbeddedPostgresOptions, binaries: Binaries): Promise<Cluster> {
  const { directory, password } = options;
  const created = `${directory}.new`;
  const passwordFile = `${directory}.password`;
  const account = await chooseAccount(directory);
  await rm(created, { recursive: true, force: true });
  await mkdir(created, { mode: 0o700 });
  if (account) await chown(created, account.uid, account.gid);
  const launch = await chooseLaunch(binaries, created, account);
  try {
    await writePrivate(passwordFile, password, account);
    await initdb({ directory: created, binaries, launch, password }, passwordFile, options);
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(created, directory);
  if (!options.volatile) await sync(dirname(directory));
  return { directory, binaries, launch, password };
}

async function initdb(
  { directory, launch, binaries }: Cluster,
  passwordFile: string,
  { volatile, signal }: EmbeddedPostgresOptions,
): Promise<void> {
  const options = ['--auth=scram-sha-256', `--pwfile=${passwordFile}`, ...(volatile ? ['--no-sync'] : [])];
  for (const locale of locales) {
    const command = [binaries.initdb, '-D', directory, '-U', 'tandem', ...options, ...locale];
    const child = spawnAs(launch, command, { stdio: ['ignore', 'ignore', 'pipe'], detached: true, signal });
    const lines = collect(child);
    const [code] = (await once(child, 'close')) as [number | null];
    if (code === 0) return;
    const isLast = locale === locales.at(-1);
    if (isLast || signal?.aborted) throw new Error(`initdb failed: ${lastLine(lines()) || `code ${code}`}`);
  }
}

async function writePrivate(path: string, text: string, owner: Account | undefined): Promise<void> {
  await rm(path, { force: true });
  await writeFile(path, text, { mode: 0o600, flag: 'wx' });
  if (owner) await chown(path, owner.uid, owner.gid);
}

async function sync(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  await handle.sync().finally(() => handle.close());
}
