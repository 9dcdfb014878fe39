import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings, type WrongSettings } from '@tandem/platform/settings/settings';
import { agentsSettings as settings } from '../agents.settings.js';

const folder = mkdtempSync(join(tmpdir(), 'prices-'));
const file = join(folder, 'prices.json');
const row = { provider: 'openai-compatible', model: '*', input: 0, output: 0.5, max_output: 4096 };

const read = (content: string, path = file) => {
  writeFileSync(file, content);
  const required = { DATABASE_URL: 'postgres://127.0.0.1/x', SECRETS_KEY: Buffer.alloc(32).toString('base64') };
  return readSettings([{ settings }], { ...required, MODEL_PRICES_FILE: path }).MODEL_PRICES_FILE;
};
const faultOf = (content: string, path?: string) => {
  try {
    read(content, path);
    return [];
  } catch (error) {
    return (error as WrongSettings).faults;
  }
};

describe('a file of model prices', () => {
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is read; the price of cached input defaults to that of input', () => {
    expect(read(JSON.stringify([row]))).toEqual([{ ...row, cached_input: 0 }]);
  });

  it.each<[unknown, string]>([
    [{}, 'is no JSON array of prices'],
    [[7], 'row 1 is no object'],
    [[row, { ...row, input: -1 }], 'row 2: input must be a number of USD, 0 or more'],
    [[{ ...row, provider: undefined }], 'row 1: provider must be a text'],
    [[{ ...row, max_output: 0.5 }], 'row 1: max_output must be a whole number above 0'],
    [[{ ...row, ouput: 1 }], 'row 1 has the field ouput; there are provider, model, input'],
  ])('such as %j is rejected in one line', (content, fault) => {
    expect(faultOf(JSON.stringify(content))).toEqual([expect.stringContaining(`MODEL_PRICES_FILE: ${file}: ${fault}`)]);
  });

  it('that is missing or not JSON is rejected in one line', () => {
    for (const faults of [faultOf('', join(folder, 'none.json')), faultOf('{\n"a"')])
      expect(faults).toEqual([expect.stringMatching(/^MODEL_PRICES_FILE: [^\n]+$/)]);
  });
});
