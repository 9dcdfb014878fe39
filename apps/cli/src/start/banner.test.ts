import { describe, expect, it } from '@jest/globals';
import { banner } from './banner.js';

const hasMcp = true;
const address = 'http://127.0.0.1:3000';
const demo = { key: 'wsk_live_secret', path: '/data/demo.json' };

describe('the banner', () => {
  it.each([
    ['the start that made the key, wherever it is printed', true, false],
    ['the start that made the key, on a terminal', true, true],
    ['a later start on a terminal', false, true],
  ])('shows the key and a curl at %s', (_, isNew, isTerminal) => {
    const text = banner(address, { demo: { ...demo, isNew }, hasMcp, isTerminal });
    expect(text).toMatch(
      /Demo key +wsk_live_secret\n[^]*curl -s http:\/\/127\.0\.0\.1:3000\/api\/v1\/me .*wsk_live_secret/,
    );
  });

  it('prints the command that adds this server to an agent host, with the key if the banner shows it', () => {
    const line = 'claude mcp add --transport http tandem http://127.0.0.1:3000/mcp --header';
    expect(banner(address, { demo: { ...demo, isNew: true }, hasMcp, isTerminal: false })).toContain(
      `${line} "Authorization: Bearer ${demo.key}"`,
    );
    expect(banner(address, { demo: { ...demo, isNew: false }, hasMcp, isTerminal: false })).toContain(
      `${line} "Authorization: Bearer …"`,
    );
  });

  it.each([true, false])('omits that command if agents cannot connect, new key: %s', (isNew) => {
    const text = banner(address, { demo: { ...demo, isNew }, hasMcp: false, isTerminal: false });
    expect(text).toContain(address);
    expect(text).not.toMatch(/mcp|Agents|undefined/);
  });

  it('keeps the key out of the logs of later starts, and says where it is', () => {
    const text = banner(address, { demo: { ...demo, isNew: false }, hasMcp, isTerminal: false });
    expect(text).not.toContain(demo.key);
    expect(text).toMatch(/Demo key +in \/data\/demo\.json\n +New key +npm run cli -- keys create TENANT/);
  });

  it('says how to create a key if none is known', () => {
    expect(banner(address, { hasMcp, isTerminal: true })).toMatch(/New key +npm run cli -- keys create TENANT/);
  });
});
