import { once } from 'node:events';
import { accessSync, constants, readdirSync } from 'node:fs';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Cluster } from '@tandem/platform/embedded/embedded-cluster';
import { chooseAccount, chooseLaunch, collect, spawnAs } from '@tandem/platform/embedded/embedded-launch';
import { EmbeddedPostgres } from '@tandem/platform/embedded/embedded-server';
import { freePort } from './local-server.js';

const debians = '/usr/lib/postgresql';

/** The folder of PostgreSQL's own programs, including `pg_dump`; npm's packages have only the server. */
export const systemPostgres: string | undefined = [...byVersion(), ...(process.env.PATH ?? '').split(delimiter)].find(
  (folder) => ['initdb', 'postgres', 'pg_dump', 'pg_restore', 'psql'].every((name) => isProgram(join(folder, name))),
);

/** Runs the suite if PostgreSQL's own programs are installed; fails without them on a build server. */
export function describeOnSystemPostgres(name: string, suite: (programs: string) => void): void {
  if (systemPostgres) describe(name, () => suite(systemPostgres));
  else if (process.env.CI === 'true')
    describe(name, () => {
      it('has programs to run', () => expect('pg_dump and initdb').toBe('found'));
    });
}

/** A new cluster with the superuser `tandem` and no other databases. */
export async function startSystemPostgres(programs: string, directory: string): Promise<EmbeddedPostgres> {
  const [initdb, postgres, password] = [join(programs, 'initdb'), join(programs, 'postgres'), 'of the administrator'];
  const binaries = { initdb, postgres, major: 0 };
  const account = await chooseAccount(directory);
  await mkdir(directory, { mode: 0o700 });
  const passwordFile = join(directory, '..', 'password');
  await writeFile(passwordFile, password);
  for (const path of account ? [directory, passwordFile] : []) await chown(path, account!.uid, account!.gid);
  const launch = await chooseLaunch(binaries, directory, account);
  const cluster: Cluster = { directory, binaries, launch, password };
  await created(cluster, passwordFile);
  const server = new EmbeddedPostgres(cluster, await freePort(), { directory, password, volatile: true });
  await server.ready;
  return server;
}

async function created({ binaries, directory, launch }: Cluster, passwordFile: string): Promise<void> {
  const ways = ['--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--no-locale', '--encoding=UTF8', '--no-sync'];
  const command = [binaries.initdb, '-D', directory, '-U', 'tandem', ...ways];
  const child = spawnAs(launch, command, { stdio: ['ignore', 'ignore', 'pipe'] });
  const said = collect(child);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`initdb failed: ${said()}`);
}

/** Newest first. */
function byVersion(): string[] {
  try {
    const versions = readdirSync(debians).sort((one, other) => Number(other) - Number(one));
    return versions.map((version) => join(debians, version, 'bin'));
  } catch {
    return [];
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
