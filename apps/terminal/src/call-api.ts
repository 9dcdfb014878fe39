import { randomUUID } from 'node:crypto';
import { retryingFetch } from '@tandem/client';
import type { Command } from 'commander';
import { UsageFault } from './failures.js';
import { jsonFrom } from './inputs.js';
import type { Common } from './operation-commands.js';
import { pipe, show } from './output.js';
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
  if (!path.startsWith('/')) throw new UsageFault('the path must begin with a slash');
  const address = `${baseUrl}/api/v1${path.replace(/^\/api\/v1(?=\/)/, '')}`;
  const body = options.data === undefined ? null : JSON.stringify(await jsonFrom(options.data));
  const headers = {
    authorization: `Bearer ${apiKey}`,
    'idempotency-key': randomUUID(),
    ...(body && { 'content-type': 'application/json' }),
  };
  const request = requestOf(address, { method: method.toUpperCase(), headers, body });
  const response = await retryingFetch(request, fetch, { isRepeatable: true });
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  if (isJson) show(await response.json(), options);
  else if (response.body) await pipe(response.body);
}

function requestOf(address: string, init: RequestInit): Request {
  try {
    return new Request(address, init);
  } catch (error) {
    throw new UsageFault((error as Error).message);
  }
}
