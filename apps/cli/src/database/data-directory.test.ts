import { describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { useFolder } from '@tandem/testing/use-folder';
import { DataDirectory } from './data-directory.js';
import { startOf } from './start-lock.js';

describe('the data directory', () => {
  const path = join(useFolder({ fresh: 'test' }), 'a', 'b');

  it('is created if missing, with secrets only its owner can read', async () => {
    const data = await DataDirectory.open(path);
    const secrets = await data.secrets();
    expect(secrets.OPERATOR_TOKEN).toMatch(/^op_[A-Za-z0-9]{32}$/);
    expect(Buffer.from(secrets.SECRETS_KEY, 'base64')).toHaveLength(32);
    expect(await data.secrets()).toEqual(secrets);
    expect((await stat(join(path, 'secrets.json'))).mode & 0o777).toBe(0o600);
  });

  it('is locked by one process at a time', async () => {
    const data = await DataDirectory.open(path);
    await expect(DataDirectory.open(path)).rejects.toThrow(
      `another Tandem (pid ${process.pid}) already uses DATA_DIR ${path}`,
    );
    await data.release();
    await expect(DataDirectory.open(path)).resolves.toBeDefined();
  });

  it.each([
    ['whose process has gone', async () => ({ pid: await deadPid(), started: '1' })],
    ['whose pid another process has now', async () => ({ pid: process.pid, started: '1' })],
    ['that is damaged', async () => ({})],
  ])('heals a lock %s', async (_, holder) => {
    await mkdir(path, { recursive: true });
    await writeFile(join(path, 'lock'), JSON.stringify(await holder()));
    await DataDirectory.open(path);
    const lock = { pid: process.pid, started: await startOf(process.pid) };
    expect(JSON.parse(await readFile(join(path, 'lock'), 'utf8'))).toEqual(lock);
    expect(await readdir(path)).toEqual(['lock']);
  });

  it('reports that it is not writable', async () => {
    await mkdir(path, { recursive: true });
    const file = join(path, 'file');
    await writeFile(file, '');
    await expect(DataDirectory.open(join(file, 'x'))).rejects.toThrow(
      new RegExp(`^DATA_DIR ${file}/x is not writable: ENOTDIR`),
    );
  });

  it('does not generate new secrets for existing data', async () => {
    const data = await DataDirectory.open(path);
    await mkdir(data.postgres);
    await expect(data.secrets()).rejects.toThrow('secrets.json is missing');
  });

  it('names a damaged file', async () => {
    const data = await DataDirectory.open(path);
    await writeFile(join(path, 'secrets.json'), '{"SECRETS');
    await expect(data.secrets()).rejects.toThrow(`${join(path, 'secrets.json')} cannot be read`);
  });
});

async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'exit');
  return child.pid!;
}
