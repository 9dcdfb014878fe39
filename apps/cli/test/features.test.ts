import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testEnvironment } from '@tandem/testing/test-settings';

const main = (app: string) => fileURLToPath(new URL(`../../${app}/dist/main.js`, import.meta.url));
/** Nobody listens there: whoever gets as far as the database says so and ends with another code. */
const nowhere = testEnvironment('postgresql://127.0.0.1:1/nothing');

const modules = {
  'good.mjs': `export const gadgets = { name: 'gadgets', summary: 'Things that hum' };`,
  'unheard.mjs': `export const features = [{ name: 'humming', summary: 'x', jobs: [{ name: 'Hum', run: class Hum {}, on: ['x.y', 'x.z'] }] }];`,
  'tasks.mjs': `export const mine = { name: 'tasks', summary: 'x', jobs: [{ name: 'Hum', run: class Hum {}, on: ['x.y'] }] };`,
  'none.mjs': `export const answer = 42;`,
  'broken.mjs': `import './deeper.mjs';`,
  'deeper.mjs': `\nthrow new Error('this module\\nis broken');`,
  'misspelt.mjs': `export const gadgets = {;`,
  'again.mjs': `export { gadgets, gadgets as others } from './good.mjs';`,
};

describe('features of TANDEM_FEATURES', () => {
  let directory: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'tandem-features-'));
    for (const [name, text] of Object.entries(modules)) await writeFile(join(directory, name), text);
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  async function ran(app: string, args: string[], names: string, env: Record<string, string> = nowhere) {
    const child = spawn(process.execPath, [main(app), ...args], {
      cwd: directory,
      env: { PATH: process.env.PATH, HOME: directory, ...env, TANDEM_FEATURES: names },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [said, out] = ['', ''];
    child.stderr.on('data', (part: Buffer) => (said += part.toString()));
    child.stdout.on('data', (part: Buffer) => (out += part.toString()));
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    return { code, lines: said.trim().split('\n'), out };
  }

  it.each<[app: string, args: string[]]>([
    ['api', []],
    ['worker', []],
    ['cli', ['migrate']],
    ['cli', ['start']],
    ['cli', ['openapi']],
  ])('end the process %s %j with one line a fault where they do not fit', async (app, args) => {
    const { code, lines } = await ran(app, args, './good.mjs, ./unheard.mjs');
    expect(lines).toEqual([
      'feature humming (./unheard.mjs): the job Hum waits for the event x.y, which no feature publishes',
      'feature humming (./unheard.mjs): the job Hum waits for the event x.z, which no feature publishes',
    ]);
    expect(code).toBe(2);
  });

  it('are told in one line where there are two of a name, with the modules', async () => {
    expect((await ran('cli', ['openapi'], './good.mjs,./again.mjs,./tasks.mjs')).lines).toEqual([
      'feature gadgets (./good.mjs, ./again.mjs): the name gadgets is listed twice',
      'feature tasks (./tasks.mjs): the name tasks is taken by feature tasks',
    ]);
  });

  it('end the start before anything is written', async () => {
    const { code, lines } = await ran('cli', ['start'], './none.mjs,./broken.mjs,./misspelt.mjs,./missing.mjs', {
      DATA_DIR: 'data',
      PORT: '0',
    });
    expect(lines).toEqual([
      expect.stringContaining('TANDEM_FEATURES: ./none.mjs: exports no feature'),
      'TANDEM_FEATURES: ./broken.mjs: this module (deeper.mjs:2)',
      "TANDEM_FEATURES: ./misspelt.mjs: Unexpected token ';'",
      expect.stringContaining('TANDEM_FEATURES: ./missing.mjs: there is no such module, seen from'),
    ]);
    expect([code, existsSync(join(directory, 'data'))]).toEqual([2, false]);
  });

  it('that fit are part of the product', async () => {
    const { lines, code } = await ran('api', [], './good.mjs');
    expect([code, lines.join('\n')]).toEqual([
      1,
      expect.stringContaining('the database of DATABASE_URL does not answer'),
    ]);
  });
});
