import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { features } from '@tandem/adapters/features';
import { int } from '@tandem/platform/settings/setting-kinds';
import { misspelt, readSettings, type WrongSettings } from '@tandem/platform/settings/settings';

const textOf = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
const required = { DATABASE_URL: 'postgres://127.0.0.1/x', SECRETS_KEY: Buffer.alloc(32).toString('base64') };
const settings = readSettings(features, required);
const names = Object.keys(settings).sort();

describe('the settings', () => {
  it('are what .env.example lists, with their defaults', () => {
    const listed = [...textOf('.env.example').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]);
    const env = Object.fromEntries(listed.filter(([name]) => name !== 'DATA_DIR')) as Record<string, string>;
    expect(Object.keys(env).sort()).toEqual(names);
    expect({ ...readSettings(features, { ...env, ...required }) }).toEqual({ ...settings });
  });

  it('are all passed to the processes of docker/compose.yaml', () => {
    const compose = textOf('docker/compose.yaml');
    const passed = [...compose.matchAll(/^ +([A-Z_]+): (.+)$/gm)].map(([, name]) => name);
    expect(names.filter((name) => !passed.includes(name))).toEqual([]);
    const block = /^x-settings: .*\n((?: .*\n)+)/m.exec(compose)![1]!;
    const shared = [...block.matchAll(/^ +([A-Z_]+): /gm)].map(([, name]) => name);
    const ofOne = ['MIGRATION_DATABASE_URL', 'PORT', 'WORKER_PORT'];
    expect(names.filter((name) => !shared.includes(name))).toEqual(ofOne);
  });

  it.each([
    ['TRUST_PROXY', 'true', 'write how many proxies stand in front of Tandem'],
    ['TRUST_PROXY', '10.0.0.0/0', 'write how many proxies stand in front of Tandem'],
    ['OPERATOR_TOKEN', 'x'.repeat(23), 'must have 24 characters or more'],
    [
      'OPERATOR_TOKEN',
      'no bearer token has spaces in it',
      'must have 24 characters or more, letters, digits and ._~+/=- only',
    ],
    ['METRICS_TOKEN', 'x', 'must have 24 characters or more'],
  ])('%s=%s is rejected in one line with a remedy', (name, value, remedy) => {
    const faults = faultsOf({ ...required, [name]: value });
    expect(faults).toEqual([expect.stringContaining(remedy)]);
    expect(faults[0]).toMatch(new RegExp(`^${name}: [^\n]+$`));
  });
});

function faultsOf(env: Record<string, string>): string[] {
  try {
    readSettings(features, env);
  } catch (error) {
    return (error as WrongSettings).faults;
  }
  return [];
}

describe('a wrong setting', () => {
  it.each([
    ['PORT', '70000', 'a whole number from 0 to 65535'],
    ['WORKER_PORT', 'x', 'a whole number from 0 to 65535'],
    ['DATABASE_URL', 'mysql://root:hunter2@db/x', 'postgres:// or postgresql://'],
    ['DATABASE_DIRECT_URL', 'tandem', 'postgres:// or postgresql://'],
    ['MIGRATION_DATABASE_URL', 'http://db', 'postgres:// or postgresql://'],
    ['REDIS_URL', '127.0.0.1:6379', 'redis:// or rediss://'],
    ['DATABASE_POOL_SIZE', '0', 'a whole number from 1 to 500'],
    ['SECRETS_KEY', 'hunter2', 'openssl rand -base64 32'],
    ['SECRETS_KEYS_PREVIOUS', 'hunter2', 'openssl rand -base64 32'],
    ['PUBLIC_URL', 'tandem.example.com', 'such as https://tandem.example.com'],
    ['PUBLIC_URL', 'https://tandem.example.com/?x=1', 'without user, query and fragment'],
    ['LOG_LEVEL', 'verbose', 'must be fatal, error, warn, info, debug, trace or silent'],
    ['LOG_FORMAT', 'pretty', 'must be auto, json or text'],
    ['OUTBOUND_ALLOW_CIDRS', '10.0.0.0/8,foo', '"foo" is no CIDR; write for example 10.1.0.0/16'],
    ['OUTBOUND_PROXY_URL', 'socks5://user:hunter2@proxy', 'http:// or https://'],
    ['WEBHOOK_ALLOW_HTTP', 'maybe', 'must be true or false'],
    ['WEBHOOK_RETRY_SCHEDULE', '5s,soon', '"soon" is not a duration; write for example 5s, 5m or 2h'],
    ['PLATFORM_FEE_BPS', '10001', 'a whole number from 0 to 10000'],
    ['RATE_LIMIT_KEY_PER_SECOND', '-1', '0 = no limit'],
    ['RATE_LIMIT_TENANT_PER_MINUTE', 'many', '0 = no limit'],
    [
      'CORS_ORIGINS',
      'https://app.example.com/',
      '"https://app.example.com/" is not an origin; write for example https://app.example.com',
    ],
    ['CORS_ORIGINS', '*', 'is not an origin'],
  ])('%s=%s is reported in one line with the expected form', (name, value, expected) => {
    const faults = faultsOf({ ...required, [name]: value });
    expect(faults).toEqual([expect.stringMatching(new RegExp(`^${name}: [^\n]+$`))]);
    expect(faults[0]).toContain(expected);
    expect(faults[0]).not.toContain('hunter2');
  });

  it('may belong to a feature, whose settings are read and checked for misspellings like others', () => {
    const fleet = { settings: { FLEET_SIZE: int(1, 9)({ default: 3, desc: 'cars' }), FLEET_NAME: int(1, 9)() } };
    const read = (env: object) => readSettings([...features, fleet], { ...required, ...env });
    expect(read({ FLEET_NAME: '1' })).toMatchObject({ FLEET_SIZE: 3, FLEET_NAME: 1, PORT: 3000 });
    expect(() => read({ FLEET_SIZE: '0' })).toThrow(
      /^FLEET_SIZE: must be a whole number from 1 to 9\nFLEET_NAME: is missing/,
    );
    expect(misspelt([fleet], { FLEET_SIZES: '4' })).toEqual([
      'FLEET_SIZES is not a setting; you may have meant FLEET_SIZE',
    ]);
  });

  it('is reported together with all others', () => {
    const faults = faultsOf({
      ...required,
      PORT: 'x',
      REDIS_URL: 'x',
      LOG_LEVEL: 'x',
      AUTH_ISSUER: 'x',
      SECRETS_KEY: '',
    });
    expect(faults.map((fault) => fault.split(':')[0])).toEqual([
      'PORT',
      'REDIS_URL',
      'SECRETS_KEY',
      'LOG_LEVEL',
      'AUTH_JWKS_URL, AUTH_AUDIENCE',
    ]);
  });

  it('is an incomplete group', () => {
    const all = { AUTH_JWKS_URL: 'https://id.example.com/keys', AUTH_ISSUER: 'x', AUTH_AUDIENCE: 'y' };
    expect(faultsOf({ ...required, ...all })).toEqual([]);
    for (const name of Object.keys(all)) {
      const [alone] = faultsOf({ ...required, [name]: all[name as keyof typeof all] });
      expect(alone).toMatch(new RegExp(`^AUTH_\\w+, AUTH_\\w+: missing beside ${name}; set all of .*, or none$`));
      expect(faultsOf({ ...required, ...all, [name]: ' ' })).toEqual([
        expect.stringContaining(`${name}: missing beside AUTH_`),
      ]);
    }
  });

  it('may have a misspelt name, unless the right one is set too', () => {
    const env = {
      LOGLEVEL: 'debug',
      REDIS_URI: 'x',
      HOME: '/',
      PATH: '/bin',
      HOSTNAME: 'x',
      SECRET_KEY: 'x',
      ...required,
    };
    expect(misspelt(features, env)).toEqual([
      'LOGLEVEL is not a setting; you may have meant LOG_LEVEL',
      'REDIS_URI is not a setting; you may have meant REDIS_URL',
    ]);
  });
});
