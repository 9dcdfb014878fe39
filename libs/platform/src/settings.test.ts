import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { readSettings } from './settings.js';

const textOf = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const required = { DATABASE_URL: 'postgres://127.0.0.1/x', SECRETS_KEY: Buffer.alloc(32).toString('base64') };
const settings = readSettings(required);
const names = Object.keys(settings).sort();

describe('the settings', () => {
  it('are what .env.example lists, with their defaults', () => {
    const listed = [...textOf('.env.example').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]);
    const env = Object.fromEntries(listed.filter(([name]) => name !== 'DATA_DIR')) as Record<string, string>;
    expect(Object.keys(env).sort()).toEqual(names);
    expect({ ...readSettings({ ...env, ...required }) }).toEqual({ ...settings });
  });

  it('can each be given to the processes that docker/compose.yaml starts', () => {
    const compose = textOf('docker/compose.yaml');
    const passed = [...compose.matchAll(/^ +([A-Z_]+): (.+)$/gm)].map(([, name]) => name);
    expect(names.filter((name) => !passed.includes(name))).toEqual([]);
    const block = /^x-settings: .*\n((?: .*\n)+)/m.exec(compose)![1]!;
    const shared = [...block.matchAll(/^ +([A-Z_]+): /gm)].map(([, name]) => name);
    const ofOne = ['MIGRATION_DATABASE_URL', 'PORT', 'WORKER_PORT'];
    expect(names.filter((name) => !shared.includes(name))).toEqual(ofOne);
  });
});
