import type { Tandem } from '@tandem/client';
import type { Command } from 'commander';
import { numberOf } from './fields.js';
import { listed } from './inputs.js';
import { groupOf, tandemOf } from './operation-commands.js';
import { print } from './output.js';

interface TailOptions {
  types?: string[];
  channels?: string[];
  after?: number;
}

export function addTail(program: Command): void {
  groupOf(program, 'events')
    .command('tail')
    .description('Print events as they happen, as JSON lines, across restarts of the server.')
    .option('--types <types>', 'only these, such as task.created,note.*', listed)
    .option('--channels <channels>', 'only on these channels', listed)
    .option('--after <sequence>', 'begin with the event after this one', numberOf)
    .action(async (options: TailOptions, command: Command) => tail(await tandemOf(command.optsWithGlobals()), options));
}

async function tail(tandem: Tandem, { types, channels, after }: TailOptions): Promise<void> {
  const query = { types, channels } as object;
  // The stream would wait for a server that is away.
  await tandem.tenants.getMe();
  for await (const event of tandem.events.stream({ query }, { after })) print(JSON.stringify(event));
}
