import { Tandem, TandemProblem } from '@tandem/client';
import type { Command } from 'commander';
import { Interrupted, UsageFault } from '../failures.js';
import { listed } from '../inputs.js';
import { groupOf } from '../operation-commands.js';
import { print } from '../output.js';
import { connectionOf, listenSecretOf } from '../profiles.js';
import { type Listening, Session } from './session.js';
import { Bookmark, startingPoint } from './starting-point.js';
import { targetOf } from './targets.js';

interface ListenOptions {
  forwardTo?: string;
  events?: string[];
  channels?: string[];
  since?: string;
  printJson?: boolean;
  printSecret?: boolean;
  skipVerify?: boolean;
  allowRemote?: boolean;
  profile?: string;
}

export function addListen(program: Command): void {
  groupOf(program, 'webhooks')
    .command('listen')
    .description('Forward events to a server on this machine as webhooks, and continue where it stopped.')
    .option('--forward-to <url>', 'the receiver, such as http://localhost:4000/hook')
    .option('--events <types>', 'only these, such as task.created,note.*', listed)
    .option('--channels <channels>', 'only on these channels', listed)
    .option('--since <since>', 'now, a sequence or an age such as 1h; default: where it stopped, or else now')
    .option('--print-json', 'print each event as JSON, and everything else on standard error')
    .option('--print-secret', 'print the signing secret of the profile, and end')
    .option('--skip-verify', 'accept any TLS certificate of the receiver')
    .option('--allow-remote', 'permit a receiver outside this machine and private networks')
    .action((_, command: Command) => listen(command.optsWithGlobals()));
}

async function listen(options: ListenOptions): Promise<void> {
  const secret = await listenSecretOf(options.profile);
  if (options.printSecret) return print(secret);
  const interruption = new AbortController();
  const listening = await listeningTo(options, secret, interruption.signal);
  const session = new Session(listening);
  const interrupt = () => {
    if (interruption.signal.aborted) process.exit(130);
    if (!session.forwarder.isIdle) listening.say('Waiting for the last responses; Ctrl-C again ends at once.');
    interruption.abort(new Interrupted());
  };
  process.on('SIGINT', interrupt);
  const { stdin } = process;
  if (stdin.isTTY) {
    const actions: Readonly<Record<string, () => void>> = {
      r: () => session.forwarder.resendLast(),
      p: () => session.forwarder.togglePause(),
      '\u0003': interrupt,
    };
    // Typed characters arrive at once, and Ctrl-C as one of them.
    stdin.setRawMode(true).on('data', (typed) => [...typed.toString()].forEach((key) => actions[key]?.()));
  }
  const running = session.run().finally(() => stdin.isTTY && stdin.setRawMode(false).pause());
  await running.catch((error: unknown) => {
    if (error instanceof TandemProblem && error.is('unknown_sequence', 'sequence_expired'))
      listening.say('Use --since now to start with new events.');
    throw error;
  });
}

async function listeningTo(options: ListenOptions, secret: string, signal: AbortSignal): Promise<Listening> {
  if (!options.forwardTo) throw new UsageFault('--forward-to is missing');
  const url = await targetOf(options.forwardTo, options.allowRemote ?? false);
  const connection = await connectionOf(options.profile);
  const tandem = new Tandem(connection);
  const { tenant } = await tandem.tenants.getMe();
  const bookmark = new Bookmark(tenant.id, url.href, options.events, options.channels);
  const after = await startingPoint(tandem, options.since ?? bookmark.read() ?? 'now');
  const say = options.printJson ? (line: string) => process.stderr.write(`${line}\n`) : print;
  return {
    connection,
    target: { url, secret, skipVerify: options.skipVerify ?? false },
    bookmark,
    types: options.events,
    channels: options.channels,
    after,
    say,
    onStart: () => {
      say(`Forwarding events to ${url.href} ${after === undefined ? 'from now on' : `after sequence ${after}`}.`);
      say(`Signing secret: ${secret}`);
      if (process.stdin.isTTY) say('r resends the last event, p pauses, Ctrl-C ends.');
    },
    onEvent: options.printJson ? print : () => {},
    signal,
  };
}
