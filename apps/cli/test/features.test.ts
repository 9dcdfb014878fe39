import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { testEnvironment } from '@tandem/testing/test-settings';
import { useFolder } from '@tandem/testing/use-folder';
import { program, run } from './launched.js';

type App = Parameters<typeof program>[0];

/** No server listens there: a start that reaches the database fails with another exit code. */
const nowhere = testEnvironment('postgresql://127.0.0.1:1/nothing');

const files = {
  'good.mjs': `export const gadgets = { name: 'gadgets', summary: 'Things that hum' };`,
  'unheard.mjs': `export const features = [
    { name: 'humming', summary: 'x', jobs: [{ name: 'Hum', run: class Hum {}, on: ['x.y', 'x.z'] }] },
  ];`,
  'tasks.mjs': `export const mine = {
    name: 'tasks', summary: 'x', jobs: [{ name: 'Hum', run: class Hum {}, on: ['x.y'] }],
  };`,
  'none.mjs': `export const answer = 42;`,
  'broken.mjs': `import './deeper.mjs';`,
  'deeper.mjs': `\nthrow new Error('this module\\nis broken');`,
  'misspelt.mjs': `export const gadgets = {;`,
  'setting.mjs': `export const hummers = {
    name: 'hummers', summary: 'x', settings: { HUMS: { _parse: (text) => console.error(text) } },
  };`,
  'again.mjs': `export { gadgets, gadgets as others } from './good.mjs';`,
};

describe('features of TANDEM_FEATURES', () => {
  const folder = useFolder({ files });

  async function ran(app: App, args: string[], names: string, env: Record<string, string> = nowhere) {
    const { code, output } = await run([program(app), ...args], { ...env, TANDEM_FEATURES: names }, folder);
    return { code, lines: output.trim().split('\n') };
  }

  it.each<[app: App, args: string[]]>([
    ['api', []],
    ['worker', []],
    ['cli', ['migrate']],
    ['cli', ['start']],
    ['cli', ['openapi']],
  ])('end the process %s %j with one line per fault if invalid', async (app, args) => {
    const { code, lines } = await ran(app, args, './good.mjs, ./unheard.mjs');
    expect(lines).toEqual([
      'feature humming (./unheard.mjs): the job Hum subscribes to the event x.y, which no feature publishes',
      'feature humming (./unheard.mjs): the job Hum subscribes to the event x.z, which no feature publishes',
    ]);
    expect(code).toBe(2);
  });

  it('with the same name are reported in one line, with their modules', async () => {
    expect((await ran('cli', ['openapi'], './good.mjs,./again.mjs,./tasks.mjs')).lines).toEqual([
      'feature gadgets (./good.mjs, ./again.mjs): the name gadgets is listed twice',
      'feature tasks (./tasks.mjs): the name tasks is taken by feature tasks',
    ]);
  });

  it('if invalid, end the start before anything is written', async () => {
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
    expect([code, existsSync(join(folder, 'data'))]).toEqual([2, false]);
  });

  it.each<[app: App, args: string[]]>([
    ['api', []],
    ['worker', []],
    ['cli', ['migrate']],
    ['cli', ['tenants']],
  ])('have settings that the process %s %j reads once', async (app, args) => {
    const { lines } = await ran(app, args, './setting.mjs', { ...nowhere, HUMS: 'a hum' });
    expect(lines.filter((line) => line === 'a hum')).toHaveLength(1);
  });

  it('if valid, are part of the product', async () => {
    const { lines, code } = await ran('api', [], './good.mjs');
    expect([code, lines.join('\n')]).toEqual([
      1,
      expect.stringContaining('the database of DATABASE_URL does not respond'),
    ]);
  });
});
