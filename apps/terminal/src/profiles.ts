import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { NotSignedIn, UsageFault } from './failures.js';

export interface Connection {
  baseUrl: string;
  apiKey: string;
}

interface Profile {
  base_url?: string | undefined;
  api_key?: string | undefined;
  /** Under which `webhooks listen` signs. */
  listen_secret?: string;
}

type Profiles = Record<string, Profile>;

const defaultBaseUrl = 'http://127.0.0.1:3000';

const folder = () => join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'tandem');
const file = () => join(folder(), 'config.json');

export const profileName = (given: string | undefined): string => given ?? (process.env.TANDEM_PROFILE || 'default');

/** Of the profile; TANDEM_API_KEY and TANDEM_BASE_URL take precedence. */
export async function connectionOf(given: string | undefined): Promise<Connection> {
  const name = profileName(given);
  const ownKey = process.env.TANDEM_API_KEY;
  const { api_key: knownKey, base_url: knownUrl } = (await readProfiles())[name] ?? {};
  const [apiKey, baseUrl] = [ownKey || knownKey, addressOf(undefined, knownUrl)];
  if (!apiKey) throw new NotSignedIn(`not signed in with the profile ${name}; run: tandem login`);
  checkConnection({ apiKey, baseUrl });
  // The key of one server must not be shown to another.
  if (!ownKey && knownUrl && new URL(baseUrl).origin !== new URL(knownUrl).origin)
    throw new NotSignedIn(`the profile ${name} is for ${knownUrl}; for ${baseUrl}, set TANDEM_API_KEY or use another`);
  return { apiKey, baseUrl };
}

/** Its address, without `/api/v1`. */
export const serverOf = async (profile: string, given?: string): Promise<string> =>
  addressOf(given, (await readProfiles())[profile]?.base_url);

const addressOf = (given: string | undefined, known: string | undefined) =>
  (given || process.env.TANDEM_BASE_URL || known || defaultBaseUrl).replace(/(\/api\/v1)?\/*$/, '');

export function checkConnection({ apiKey, baseUrl }: Connection): void {
  if (!/^https?:/.test(baseUrl) || !URL.canParse(baseUrl))
    throw new UsageFault(`${baseUrl}, the address of the server, is not an http or https URL`);
  if (/[^\x21-\x7e]/.test(apiKey)) throw new UsageFault('the API key contains a character that no key contains');
}

export async function saveProfile(name: string, { baseUrl, apiKey }: Connection): Promise<void> {
  await changeProfile(name, { base_url: baseUrl, api_key: apiKey });
}

/** The same one each time. */
export async function listenSecretOf(given: string | undefined): Promise<string> {
  const name = profileName(given);
  const known = (await readProfiles())[name]?.listen_secret;
  if (known) return known;
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  await changeProfile(name, { listen_secret: secret });
  return secret;
}

async function changeProfile(name: string, changes: Profile): Promise<void> {
  const profiles = await readProfiles();
  await writeProfiles({ ...profiles, [name]: { ...profiles[name], ...changes } });
}

/** False if there is none. */
export async function removeKey(name: string): Promise<boolean> {
  const isKnown = (await readProfiles())[name]?.api_key !== undefined;
  if (isKnown) await changeProfile(name, { api_key: undefined, base_url: undefined });
  return isKnown;
}

async function readProfiles(): Promise<Profiles> {
  try {
    const config = JSON.parse(await readFile(file(), 'utf8')) as { profiles?: Profiles } | null;
    return config?.profiles ?? {};
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    if (error instanceof SyntaxError) throw new UsageFault(`${file()} is not valid JSON`);
    throw error;
  }
}

/** Written beside and renamed, so that no other process reads half of it. */
async function writeProfiles(profiles: Profiles): Promise<void> {
  await mkdir(folder(), { recursive: true, mode: 0o700 });
  await chmod(folder(), 0o700);
  const beside = `${file()}.${process.pid}`;
  await writeFile(beside, `${JSON.stringify({ profiles }, null, 2)}\n`, { mode: 0o600 });
  await rename(beside, file());
}
