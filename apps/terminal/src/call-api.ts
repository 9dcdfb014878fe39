import { TandemConnectionError, TandemProblem } from '@tandem/client';
import type { Command } from 'commander';
import { UsageFault } from './failures.js';
import { jsonFrom } from './inputs.js';
import type { Common } from './operation-commands.js';
import { print, show } from './output.js';
import { connectionOf } from './profiles.js';

export function addApi(program: Command): void {
  program
    .command('api')
    .description('Send a request to any path, such as `tandem api GET /me`, and print the body of the response.')
    .argument('<method>', 'GET, POST, PUT, PATCH or DELETE')
    .argument('<path>', 'below /api/v1')
    .option('--data <json>', 'the body: JSON, @file or - for standard input')
    .action((method: string, path: string, _: unknown, command: Command) =>
      callApi(method, path, command.optsWithGlobals()),
    );
}

async function callApi(method: string, path: string, options: Common & { data?: string }): Promise<void> {
  const { apiKey, baseUrl } = await connectionOf(options.profile);
  if (!path.startsWith('/')) throw new UsageFault('the path begins with a slash');
  const address = `${baseUrl}/api/v1${path.replace(/^\/api\/v1(?=\/)/, '')}`;
  const body = options.data === undefined ? undefined : JSON.stringify(await jsonFrom(options.data));
  const headers = { authorization: `Bearer ${apiKey}`, ...(body && { 'content-type': 'application/json' }) };
  const response = await fetch(address, { method: method.toUpperCase(), headers, body: body ?? null }).catch(
    (cause: unknown) => {
      throw new TandemConnectionError(`${new URL(address).origin} did not respond`, { cause });
    },
  );
  if (!response.ok) throw await TandemProblem.of(response);
  const text = await response.text();
  if (response.headers.get('content-type')?.startsWith('application/json')) show(JSON.parse(text), options);
  else if (text) print(text);
}
