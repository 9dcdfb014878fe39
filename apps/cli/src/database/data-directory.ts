import { randomBytes, randomUUID } from 'node:crypto';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeDirectories } from './directories.js';
import { StartLock } from './start-lock.js';

/** Created once for a data directory and never changed: a new key cannot open data sealed with the old one. */
export interface Secrets {
  /** Owner and superuser `tandem`, for migrations only. */
  databasePassword: string;
  applicationPassword: string;
  SECRETS_KEY: string;
  OPERATOR_TOKEN: string;
}

/** Holds all data of the embedded default, for one process at a time. */
export class DataDirectory {
  static async open(directory: string): Promise<DataDirectory> {
    const path = resolve(directory);
    const lock = await lockDirectory(path);
    if (lock instanceof StartLock) return new DataDirectory(path, lock);
    throw new Error(`another Tandem (pid ${lock}) already uses DATA_DIR ${path}`);
  }

  readonly postgres: string;

  private constructor(
    readonly path: string,
    private readonly lock: StartLock,
  ) {
    this.postgres = join(path, 'postgres');
  }

  async secrets(): Promise<Secrets> {
    const stored = await this.read<Secrets>('secrets.json');
    if (!stored && (await stat(this.postgres).catch(() => undefined)))
      throw new Error(`${join(this.path, 'secrets.json')} is missing, but required by the data in ${this.postgres}`);
    const secrets = { ...generateSecrets(), ...stored };
    if (Object.keys(secrets).length !== Object.keys(stored ?? {}).length) await this.write('secrets.json', secrets);
    return secrets;
  }

  async read<T extends object>(name: string): Promise<Partial<T> | undefined> {
    const path = join(this.path, name);
    try {
      return JSON.parse(await readFile(path, 'utf8')) as Partial<T>;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw new Error(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
    }
  }

  /** Writes a file with mode 600, atomically even on power loss. */
  async write(name: string, content: object): Promise<void> {
    const draft = join(this.path, `${name}.${randomUUID()}`);
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(content, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, join(this.path, name));
  }

  async release(): Promise<void> {
    await this.lock.release();
  }
}

async function lockDirectory(path: string): Promise<StartLock | number> {
  try {
    // Others may traverse but not list it: PostgreSQL runs as another user when Tandem runs as root.
    await makeDirectories(path, 0o711);
    return await StartLock.take(join(path, 'lock'));
  } catch (error) {
    throw new Error(`DATA_DIR ${path} is not writable: ${(error as Error).message}`, { cause: error });
  }
}

const generateSecrets = (): Secrets => ({
  databasePassword: randomBytes(24).toString('base64url'),
  applicationPassword: randomBytes(24).toString('base64url'),
  SECRETS_KEY: randomBytes(32).toString('base64'),
  OPERATOR_TOKEN: `op_${randomBytes(16).toString('hex')}`,
});
