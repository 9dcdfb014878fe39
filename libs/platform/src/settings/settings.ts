import { cleanEnv, makeValidator, str } from 'envalid';
import { trustedProxies } from '../serving/trusted-proxies.js';
import { groupFaults } from './setting-groups.js';
import {
  address,
  baseAddress,
  choice,
  flag,
  key,
  keys,
  limit,
  list,
  networks,
  origins,
  schedule,
  token,
  whole,
} from './setting-kinds.js';

const postgres = address(['postgres', 'postgresql'], 'postgres://tandem_login:password@127.0.0.1:5432/tandem');

const specification = {
  PORT: whole(0, 65_535)({ default: 3000, desc: 'port the API listens on; 0 = any free one' }),
  WORKER_PORT: whole(
    0,
    65_535,
  )({ default: 3001, desc: 'port on which a worker answers health checks and metrics; 0 = any free one' }),
  HOST: str({ default: '127.0.0.1', desc: 'address the API listens on; 0.0.0.0 for every interface' }),
  DATABASE_URL: postgres({ desc: 'PostgreSQL 15 or later, by a login that npm run cli -- database login makes' }),
  DATABASE_DIRECT_URL: postgres({
    default: '',
    desc: 'the same database without a transaction pooler, for LISTEN; default DATABASE_URL',
  }),
  MIGRATION_DATABASE_URL: postgres({
    default: '',
    desc: 'the same database as the owner of the tables, for migrations; npm run migrate takes DATABASE_URL without it',
  }),
  DATABASE_POOL_SIZE: whole(1, 500)({ default: 20, desc: 'connections a process opens at most' }),
  DATABASE_CONNECTION_TIMEOUT_MS: whole(
    100,
    60_000,
  )({ default: 1000, desc: 'how long is waited for a connection before the answer is 503' }),
  DATABASE_STATEMENT_TIMEOUT_MS: whole(
    100,
    60_000,
  )({ default: 2000, desc: 'how long a statement may take before the answer is 503' }),
  REDIS_URL: address(
    ['redis', 'rediss'],
    'redis://127.0.0.1:6379',
  )({ default: '', desc: 'Redis for BullMQ and rate limits; without it BullMQ runs on PostgreSQL' }),
  OPERATOR_TOKEN: token({ default: '', desc: 'bearer token of the operator; without it the tenant routes answer 404' }),
  SECRETS_KEY: key({ desc: 'root key that seals stored secrets, 32 bytes in base64' }),
  SECRETS_KEYS_PREVIOUS: keys({ default: [], desc: 'former root keys, which open what they sealed and seal no more' }),
  PUBLIC_URL: baseAddress({ default: '', desc: 'address clients see; default http://HOST:PORT' }),
  LOG_LEVEL: choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')({ default: 'info' }),
  LOG_FORMAT: choice('auto', 'json', 'text')({ default: 'auto', desc: 'json or text; auto is text on a terminal' }),
  OUTBOUND_ALLOW_CIDRS: networks({
    default: [],
    desc: 'private networks that outgoing calls may reach, e.g. 10.1.0.0/16',
  }),
  OUTBOUND_PROXY_URL: address(
    ['http', 'https'],
    'http://proxy.example.com:3128',
  )({ default: '', desc: 'HTTP proxy for every outgoing call' }),
  WEBHOOK_ALLOW_HTTP: flag({
    default: false,
    desc: 'accept http:// webhook endpoints, and http:// apps and providers for which a secret is stored',
  }),
  WEBHOOK_RETRY_SCHEDULE: schedule({
    default: [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
    desc: 'wait before each delivery attempt',
  }),
  PLATFORM_FEE_BPS: whole(0, 10_000)({ default: 0, desc: 'fee on agent cost in basis points' }),
  RATE_LIMIT_KEY_PER_SECOND: limit({ default: 50, desc: 'requests a second for one API key; 0 = no limit' }),
  RATE_LIMIT_TENANT_PER_MINUTE: limit({ default: 6000, desc: 'requests a minute for one tenant; 0 = no limit' }),
  RATE_LIMIT_TENANT_PER_SECOND: limit({
    default: 200,
    desc: 'requests in one second for one tenant, all its keys together; 0 = no limit',
  }),
  RATE_LIMIT_TENANT_MIB_PER_SECOND: limit({
    default: 4,
    desc: 'MiB a second in long bodies and answers of one tenant, for one API process; 0 = no limit',
  }),
  RATE_LIMIT_PUBLIC_PER_SECOND: limit({
    default: 50,
    desc: 'requests a second without a token from one address; 0 = no limit',
  }),
  RATE_LIMIT_TRIALS_PER_MINUTE: limit({
    default: 10,
    desc: 'tests of one webhook endpoint, probes of one app, verifications of one key in a minute; 0 = no limit',
  }),
  RATE_LIMIT_FAILED_AUTH_PER_SECOND: limit({
    default: 20,
    desc: 'failed authentications a second from one address; 0 = no limit',
  }),
  TANDEM_FEATURES: list({ default: [], desc: 'modules with features of your own, paths or packages' }),
  METRICS_TOKEN: token({ default: '', desc: 'bearer token that /metrics asks for; without it /metrics is open' }),
  TRUST_PROXY: makeValidator(trustedProxies)({
    default: 0,
    desc: 'number of proxies in front, or their networks: they tell the client address in X-Forwarded-For',
  }),
  CORS_ORIGINS: origins({ default: [], desc: 'origins that browsers may call from' }),
  AUTH_JWKS_URL: address(
    ['https', 'http'],
    'https://login.example.com/.well-known/jwks.json',
  )({ default: '', desc: 'key set of the identity provider' }),
  AUTH_ISSUER: str({ default: '', desc: "what the tokens' iss must be" }),
  AUTH_AUDIENCE: str({ default: '', desc: "what the tokens' aud must hold" }),
  AUTH_TOKEN_TYPE: str({ default: '', desc: 'the typ that the header of a token must have, for example at+jwt' }),
  AUTH_CLIENT_IDS: list({ default: [], desc: 'clients of the identity provider whose tokens are taken; default all' }),
  AUTH_ALLOW_ID_TOKENS: flag({ default: false, desc: 'take ID tokens of OpenID Connect too' }),
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
  faults.push(...groupFaults(env));
  if (faults.length) throw new WrongSettings(faults);
  return settings;
}

/** Every setting by name. */
export const settingNames: readonly string[] = Object.keys(specification);

/** Reads `.env` of the working directory where there is one; the environment wins over the file. */
export function loadEnvFile(): void {
  try {
    process.loadEnvFile('.env');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
