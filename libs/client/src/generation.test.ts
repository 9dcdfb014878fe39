import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { useFolder } from '@tandem/testing/use-folder';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));

const script = `
  import { spawnSync } from 'node:child_process';
  import { generate } from './tools/client/generate.mjs';
  const env = { ...process.env, TANDEM_FEATURES: '' };
  const printed = spawnSync(process.execPath, ['apps/cli/dist/main.js', 'openapi'], { env, maxBuffer: 2 ** 26 });
  await generate(printed.stdout.toString(), new URL(process.argv[1]));`;

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => file !== '.stamp' && statSync(join(folder, file)).isFile())
    .sort();

describe('the generated part of the client', () => {
  const folder = useFolder();

  it('is the same each time, and that of the current document', async () => {
    const { href } = pathToFileURL(`${folder}/`);
    await run(process.execPath, ['--input-type=module', '-e', script, href], { cwd: root });
    const built = join(root, 'libs/client/src/generated');
    expect(filesIn(folder)).toEqual(filesIn(built));
    for (const file of filesIn(built))
      expect(readFileSync(join(folder, file)).equals(readFileSync(join(built, file)))).toBe(true);
  });
});
