import { bool, cleanEnv, makeValidator, num, str, url } from 'envalid';

const list = makeValidator((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

const durationUnits: Record<string, number> = { s: 1, m: 60, h: 3600 };

/** A retry schedule such as `0s,5s,5m,2h`: seconds to wait before each attempt. */
const schedule = makeValidator((text) =>
  text.split(',').map((part) => {
    const match = /^(\d{1,7}(?:\.\d{1,3})?)\s*([smh])$/.exec(part.trim());
    if (!match) throw new Error(`"${part.trim()}" is no duration; write for example 5s, 5m or 2h`);
    return Number(match[1]) * durationUnits[match[2]!]!;
  }),
);

const whole = (least: number, most: number) =>
  makeValidator((text) => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < least || value > most)
      throw new Error(`must be a whole number from ${least} to ${most}`);
    return value;
  });

function rootKey(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== 32) throw new Error('must be 32 bytes in base64; make one with: openssl rand -base64 32');
  return bytes;
}

const key = makeValidator(rootKey);

const keys = makeValidator((text) =>
  text
    .split(',')
    .filter((part) => part.trim())
    .map((part) => rootKey(part.trim())),
);

const baseUrl = makeValidator((text) => new URL(text).toString().replace(/\/$/, ''));

const specification = {
  PORT: whole(0, 65_535)({ default: 3000, desc: 'port the API listens on; 0 = any free one' }),
  WORKER_PORT: whole(
    0,
    65_535,
  )({ default: 3001, desc: 'port on which a worker answers health checks and metrics; 0 = any free one' }),
  HOST: str({ default: '127.0.0.1', desc: 'address the API listens on; 0.0.0.0 for every interface' }),
  DATABASE_URL: url({ desc: 'PostgreSQL 15 or later' }),
  DATABASE_DIRECT_URL: str({
    default: '',
    desc: 'the same database without a transaction pooler, for LISTEN; default DATABASE_URL',
  }),
  MIGRATION_DATABASE_URL: str({
    default: '',
    desc: 'the same database as the owner of the tables; default DATABASE_URL',
  }),
  DATABASE_POOL_SIZE: whole(1, 500)({ default: 20, desc: 'connections a process opens at most' }),
  REDIS_URL: str({ default: '', desc: 'Redis for BullMQ and rate limits; without it BullMQ runs on PostgreSQL' }),
  OPERATOR_TOKEN: str({ default: '', desc: 'bearer token of the operator; without it the tenant routes answer 404' }),
  SECRETS_KEY: key({ desc: 'root key that seals stored secrets, 32 bytes in base64' }),
  SECRETS_KEYS_PREVIOUS: keys({ default: [], desc: 'former root keys, which open what they sealed and seal no more' }),
  PUBLIC_URL: baseUrl({ default: '', desc: 'address clients see; default http://HOST:PORT' }),
  LOG_LEVEL: str({ default: 'info', choices: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] }),
  OUTBOUND_ALLOW_CIDRS: list({ default: [], desc: 'private networks that outgoing calls may reach, e.g. 10.1.0.0/16' }),
  OUTBOUND_PROXY_URL: str({ default: '', desc: 'HTTP proxy for every outgoing call' }),
  WEBHOOK_ALLOW_HTTP: bool({ default: false, desc: 'accept http:// webhook endpoints' }),
  WEBHOOK_RETRY_SCHEDULE: schedule({
    default: [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
    desc: 'wait before each delivery attempt',
  }),
  PLATFORM_FEE_BPS: whole(0, 10_000)({ default: 0, desc: 'fee on agent cost in basis points' }),
  RATE_LIMIT_KEY_PER_SECOND: num({ default: 50, desc: 'requests a second for one API key; 0 = no limit' }),
  RATE_LIMIT_TENANT_PER_MINUTE: num({ default: 6000, desc: 'requests a minute for one tenant; 0 = no limit' }),
  RATE_LIMIT_FAILED_AUTH_PER_SECOND: num({
    default: 20,
    desc: 'failed authentications a second from one address; 0 = no limit',
  }),
  TRUST_PROXY: bool({ default: false, desc: 'take the client address from X-Forwarded-For' }),
  CORS_ORIGINS: list({ default: [], desc: 'origins that browsers may call from' }),
  AUTH_JWKS_URL: str({ default: '', desc: 'key set of the identity provider' }),
  AUTH_ISSUER: str({ default: '' }),
  AUTH_AUDIENCE: str({ default: '' }),
  RUNS_PER_TENANT: whole(1, 1000)({ default: 10, desc: 'agent runs of one tenant at a time' }),
  LEASE_SECONDS: whole(
    2,
    3600,
  )({ default: 30, desc: 'how long a worker that vanished keeps its agent runs; renewed three times as often' }),
  SCHEDULES_PER_TENANT: whole(1, 100_000)({ default: 200, desc: 'agent schedules a tenant may have' }),
  WORKER_CONCURRENCY: whole(1, 1000)({ default: 50, desc: 'jobs a worker process handles at a time' }),
};

/** The operator's settings, checked; one property a variable of the environment, see `.env.example`. */
export type Settings = Readonly<ReturnType<typeof parse>>;

export class WrongSettings extends Error {
  constructor(readonly faults: string[]) {
    super(faults.join('\n'));
  }
}

function parse(env: NodeJS.ProcessEnv, faults: string[]) {
  const reporter = ({ errors }: { errors: Partial<Record<string, Error>> }) => {
    for (const [name, error] of Object.entries(errors))
      faults.push(env[name] ? `${name}: ${error!.message}` : `${name}: is missing (${describe(name)})`);
  };
  return cleanEnv(withoutBlanks(env), specification, { reporter });
}

const describe = (name: string) => (specification as Record<string, { desc?: string }>)[name]?.desc ?? 'required';

const withoutBlanks = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''));

/** Reads and checks every setting; throws `WrongSettings` naming each fault in one line. */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  const faults: string[] = [];
  const settings = parse(env, faults);
  if (faults.length) throw new WrongSettings(faults);
  return settings;
}

/** Reads `.env` of the working directory where there is one; the environment wins over the file. */
export function loadEnvFile(): void {
  try {
    process.loadEnvFile('.env');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
