import { keys } from './keys.js';
import { migrate } from './migrate.js';
import { openapiDocument } from './openapi-document.js';
import { queues } from './queues.js';
import { reencrypt } from './reencrypt.js';
import { start } from './start.js';
import { tenants } from './tenants.js';

export interface Command {
  summary: string;
  /** Resolves with the exit code; what it throws ends the process in one line. */
  run: (args: string[]) => Promise<number>;
}

/** Every operator command by the name it is called with. */
export const commands: Record<string, Command> = {
  start: { summary: 'run everything: database, migrations, API and worker', run: () => start() },
  migrate: { summary: 'bring the database to the shape of this version', run: () => migrate() },
  tenants: { summary: 'list tenants, or create one', run: tenants },
  keys: { summary: 'list, create or revoke API keys of a tenant', run: keys },
  queues: { summary: 'count jobs by queue and state', run: () => queues() },
  reencrypt: { summary: 'seal stored secrets anew under the current root key', run: () => reencrypt() },
  openapi: { summary: 'print the OpenAPI description', run: openapi },
  help: { summary: 'print this list', run: async () => print(usage()) },
};

export function usage(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  return ['Usage: npm run cli -- <command>', '', ...lines].join('\n');
}

async function openapi(): Promise<number> {
  return print(JSON.stringify(await openapiDocument(), null, 2));
}

// Waits until it is written: a pipe takes a long document in parts, and the process ends right afterwards.
const print = (text: string) => new Promise<number>((done) => process.stdout.write(`${text}\n`, () => done(0)));
