import { cleanEnv, makeValidator, str, type ValidatorSpec } from 'envalid';
import { nearest } from '../inputs/nearest.js';
import { trustedProxies } from '../serving/trusted-proxies.js';
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
  token,
  int,
} from './setting-kinds.js';

const postgres = address(['postgres', 'postgresql'], 'postgres://tandem_login:password@127.0.0.1:5432/tandem');
const redis = address(['redis', 'rediss'], 'redis://127.0.0.1:6379');
const proxy = address(['http', 'https'], 'http://proxy.example.com:3128');
const keySet = address(['https', 'http'], 'https://login.example.com/.well-known/jwks.json');
const port = int(0, 65_535);
const millis = int(100, 60_000);

const specification = {
  PORT: port({ default: 3000, desc: 'port that the API listens on; 0 = any free port' }),
  WORKER_PORT: port({ default: 3001, desc: 'port of a worker for health checks and metrics; 0 = any free port' }),
  HOST: str({ default: '127.0.0.1', desc: 'address that the API listens on; 0.0.0.0 for all interfaces' }),
  DATABASE_URL: postgres({ desc: 'PostgreSQL 15 or later, with a login from npm run cli -- database login' }),
  DATABASE_DIRECT_URL: postgres({
    default: '',
    desc: 'the same database without a pooler, for LISTEN; default DATABASE_URL',
  }),
  MIGRATION_DATABASE_URL: postgres({
    default: '',
    desc: 'the same database as the owner of the tables; default DATABASE_URL',
  }),
  DATABASE_POOL_SIZE: int(1, 500)({ default: 20, desc: 'maximum number of connections per process' }),
  DATABASE_CONNECTION_TIMEOUT_MS: millis({ default: 1000, desc: 'wait for a connection before responding 503' }),
  DATABASE_STATEMENT_TIMEOUT_MS: millis({ default: 2000, desc: 'wait for a statement before responding 503' }),
  REDIS_URL: redis({ default: '', desc: 'for BullMQ and rate limits; without it, BullMQ runs on PostgreSQL' }),
  OPERATOR_TOKEN: token({ default: '', desc: 'bearer token of the operator; without it, tenant routes respond 404' }),
  SECRETS_KEY: key({ desc: 'root key that seals stored secrets, 32 bytes in base64' }),
  SECRETS_KEYS_PREVIOUS: keys({ default: [], desc: 'previous root keys, used only to open what they sealed' }),
  PUBLIC_URL: baseAddress({ default: '', desc: 'URL that clients see; default http://HOST:PORT' }),
  LOG_LEVEL: choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')({ default: 'info' }),
  LOG_FORMAT: choice('auto', 'json', 'text')({ default: 'auto', desc: 'json or text; auto is text on a terminal' }),
  OUTBOUND_ALLOW_CIDRS: networks({ default: [], desc: 'private networks that outbound calls may reach' }),
  OUTBOUND_PROXY_URL: proxy({ default: '', desc: 'HTTP proxy for all outbound calls' }),
  WEBHOOK_ALLOW_HTTP: flag({
    default: false,
    desc: 'allow http:// for webhooks, and for apps and providers with a secret',
  }),
  RATE_LIMIT_KEY_PER_SECOND: limit({ default: 50, desc: 'requests per API key' }),
  RATE_LIMIT_TENANT_PER_MINUTE: limit({ default: 6000, desc: 'requests per tenant' }),
  RATE_LIMIT_TENANT_PER_SECOND: limit({ default: 200, desc: 'requests per tenant, across all its keys' }),
  RATE_LIMIT_TENANT_MIB_PER_SECOND: limit({
    default: 4,
    desc: 'long request and response bodies per tenant and process',
  }),
  RATE_LIMIT_PUBLIC_PER_SECOND: limit({ default: 50, desc: 'requests without a token per address' }),
  RATE_LIMIT_TRIALS_PER_MINUTE: limit({
    default: 10,
    desc: 'endpoint tests, app probes and key verifications per tenant',
  }),
  RATE_LIMIT_FAILED_AUTH_PER_SECOND: limit({ default: 20, desc: 'failed authentications per address' }),
  TANDEM_FEATURES: list({ default: [], desc: 'modules with your own features, as paths or packages' }),
  METRICS_TOKEN: token({ default: '', desc: 'bearer token that /metrics requires; without it, /metrics is open' }),
  TRUST_PROXY: makeValidator(trustedProxies)({
    default: 0,
    desc: 'number of proxies in front of Tandem, or their networks',
  }),
  CORS_ORIGINS: origins({ default: [], desc: 'origins that browsers may call from' }),
  AUTH_JWKS_URL: keySet({ default: '', desc: 'JWKS URL of the identity provider' }),
  AUTH_ISSUER: str({ default: '', desc: 'required iss claim of tokens' }),
  AUTH_AUDIENCE: str({ default: '', desc: 'required value in the aud claim of tokens' }),
  AUTH_TOKEN_TYPE: str({ default: '', desc: 'required typ header of tokens, for example at+jwt' }),
  AUTH_CLIENT_IDS: list({
    default: [],
    desc: 'clients of the identity provider whose tokens are accepted; default all',
  }),
  AUTH_ALLOW_ID_TOKENS: flag({ default: false, desc: 'accept OpenID Connect ID tokens too' }),
  MCP_ENABLED: flag({ default: true, desc: 'whether models may use the workspace over MCP, at /mcp' }),
  SHUTDOWN_DRAIN_SECONDS: int(
    0,
    300,
  )({ default: 5, desc: 'drain time after SIGTERM, while /readyz reports unavailable' }),
  WORKER_CONCURRENCY: int(1, 1000)({ default: 50, desc: 'concurrent runs per worker; four times as many other jobs' }),
};

export const ownSettings: readonly string[] = [...Object.keys(specification), 'DATA_DIR'];

const ofIdentityProvider = ['AUTH_JWKS_URL', 'AUTH_ISSUER', 'AUTH_AUDIENCE'];

export type SettingKinds = Readonly<Record<string, ValidatorSpec<unknown>>>;

export type ValuesOf<Kinds> = {
  readonly [Name in keyof Kinds]: Kinds[Name] extends ValidatorSpec<infer V> ? V : never;
};

/** Features declare the types of their settings here: `declare module '@tandem/platform/settings/settings'`. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface FeatureSettings {}

/** The validated settings, one property for each environment variable; see `.env.example`. */
export type Settings = Readonly<ReturnType<typeof parse>> & FeatureSettings;

type WithSettings = readonly { settings?: SettingKinds }[];

export class WrongSettings extends Error {
  constructor(readonly faults: string[]) {
    super(faults.join('\n'));
  }
}

/** Features cannot replace built-in settings. */
const specificationOf = (features: WithSettings): typeof specification =>
  Object.assign({}, specification, ...features.map(({ settings }) => settings), specification) as typeof specification;

function parse(features: WithSettings, env: NodeJS.ProcessEnv, faults: string[]) {
  const all = specificationOf(features);
  const describe = (name: string) => (all as SettingKinds)[name]?.desc ?? 'required';
  const reporter = ({ errors }: { errors: Partial<Record<string, Error>> }) => {
    for (const [name, error] of Object.entries(errors))
      faults.push(env[name] ? `${name}: ${error!.message}` : `${name}: is missing (${describe(name)})`);
  };
  return cleanEnv(withoutBlanks(env), all, { reporter });
}

const withoutBlanks = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''));

/** Reads and validates all settings, those of features too; throws `WrongSettings` with one line for each fault. */
export function readSettings(features: WithSettings, env: NodeJS.ProcessEnv = process.env): Settings {
  const faults: string[] = [];
  const settings = parse(features, env, faults) as Settings;
  const missing = ofIdentityProvider.filter((name) => !env[name]?.trim());
  const given = ofIdentityProvider.filter((name) => !missing.includes(name));
  if (given.length && missing.length)
    faults.push(
      `${missing.join(', ')}: missing beside ${given.join(', ')}; set all of ${ofIdentityProvider.join(', ')}, or none`,
    );
  if (faults.length) throw new WrongSettings(faults);
  return settings;
}

const minGuessed = 7;
const maxSlips = 2;

/** One line for each likely typo of a setting or of `more`: hints, as other programs share the environment. */
export function misspelt(features: WithSettings, env: NodeJS.ProcessEnv, more: readonly string[] = []): string[] {
  const names = [...Object.keys(specificationOf(features)), ...more];
  return Object.keys(env).flatMap((name) => {
    if (name.length < minGuessed || names.includes(name)) return [];
    const meant = nearest(name, names, maxSlips);
    return meant && !env[meant]?.trim() ? [`${name} is not a setting; you may have meant ${meant}`] : [];
  });
}

/** Reads `.env` in the working directory if it exists; the environment takes precedence. */
export function loadEnvFile(): void {
  try {
    process.loadEnvFile('.env');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
