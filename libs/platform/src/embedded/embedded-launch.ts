import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Binaries } from './embedded-binaries.js';

export interface Account {
  name: string;
  uid: number;
  gid: number;
}

export interface Launch {
  prefix: string[];
  account?: Account | undefined;
}

// The kernel interrupts PostgreSQL if this process is killed.
const endWithParent = ['--pdeathsig', 'INT'];

/** PostgreSQL refuses root: it runs as the directory's owner, `postgres` or `nobody`; undefined without root. */
export async function chooseAccount(directory: string): Promise<Account | undefined> {
  const owner = await stat(directory).catch(() => undefined);
  if (process.getuid?.() !== 0) {
    if (owner && owner.uid !== process.getuid?.())
      throw new Error(`${directory} belongs to user ${owner.uid}; start as that user or as root`);
    return undefined;
  }
  const accounts = parse(await readFile('/etc/passwd', 'utf8').catch(() => ''));
  if (owner && owner.uid !== 0)
    return accounts.find(({ uid }) => uid === owner.uid) ?? { name: `${owner.uid}`, uid: owner.uid, gid: owner.gid };
  const account = ['postgres', 'nobody'].map((wanted) => accounts.find(({ name }) => name === wanted)).find(Boolean);
  if (account) return account;
  throw new Error('PostgreSQL refuses root and /etc/passwd has neither postgres nor nobody; start as a normal user');
}

const parse = (passwd: string): Account[] =>
  passwd
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length > 3)
    .map(([name, , uid, gid]) => ({ name: name!, uid: Number(uid), gid: Number(gid) }));

/** If the account cannot reach the directory or the programs, it receives a capability to pass closed directories. */
export async function chooseLaunch(
  binaries: Binaries,
  directory: string,
  account: Account | undefined,
): Promise<Launch> {
  let reason = '';
  for (const prefix of account ? prefixesFor(account) : [['setpriv', ...endWithParent, '--'], []]) {
    const launch = { prefix, account };
    const fault = await tryLaunch(launch, binaries, directory);
    if (fault === undefined) return launch;
    reason ||= fault;
  }
  throw new Error(account ? advice(account, binaries, directory) : `PostgreSQL does not run here: ${reason}`);
}

function prefixesFor({ uid, gid }: Account): string[][] {
  const become = ['setpriv', '--reuid', `${uid}`, '--regid', `${gid}`, '--clear-groups', ...endWithParent];
  // Without no_setuid_fixup, access(2), by which PostgreSQL checks its own files, ignores the capability.
  const passing = (right: string) => [
    ...become,
    `--inh-caps=+${right}`,
    `--ambient-caps=+${right}`,
    '--securebits',
    '+no_setuid_fixup',
    '--',
  ];
  // Containers rarely grant dac_read_search, the smaller right; they usually have dac_override.
  return [[...become, '--'], passing('dac_read_search'), passing('dac_override'), []];
}

const advice = ({ name }: Account, { postgres }: Binaries, directory: string) =>
  `PostgreSQL refuses root, and user ${name} cannot reach both ${dirname(directory)} and ${dirname(postgres)}, ` +
  `nor does setpriv (util-linux) help here; set DATA_DIR to a directory it can reach, or start as a normal user`;

/** Undefined if PostgreSQL can enter the directory and finds its own files, otherwise the reason. */
async function tryLaunch(launch: Launch, { initdb }: Binaries, directory: string): Promise<string | undefined> {
  const script = 'cd "$1" && exec "$2" --show -D "$1"';
  const child = spawnAs(launch, ['/bin/sh', '-c', script, 'sh', directory, initdb], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const lines = collect(child);
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    return code === 0 ? undefined : lastLine(lines()) || `it ended with ${signal ?? `code ${code}`}`;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Uses a clean environment, because PG… variables of the user would affect the program. */
export function spawnAs({ prefix, account }: Launch, command: string[], options: SpawnOptions): ChildProcess {
  const [file, ...args] = [...prefix, ...command];
  const ids = account && !prefix.length ? { uid: account.uid, gid: account.gid } : {};
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
  return spawn(file!, args, { ...options, ...ids, env });
}

export function collect(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (text = (text + chunk).slice(-8192)));
  return () => text;
}

export const lastLine = (text: string) => text.trim().split('\n').at(-1) ?? '';
