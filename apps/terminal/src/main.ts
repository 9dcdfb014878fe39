import { createRequire } from 'node:module';
import tab from '@bomb.sh/tab/commander';
import { Command } from 'commander';
import { addApi } from './call-api.js';
import { exitCodeOf, linesOf } from './failures.js';
import { addListen } from './listen/listen.js';
import { addOpen } from './open-page.js';
import { addOperations } from './operation-commands.js';
import { addSignIn } from './sign-in.js';
import { addShortNames } from './short-names.js';
import { addTail } from './tail-events.js';
import { addVerify } from './verify-webhook.js';
import { addRuns } from './watch-runs.js';

const examples = `
Examples:
  tandem login
  tandem task add "Price list" --project WEB --due 2026-12-24
  tandem tasks list --state open --json
  tandem webhooks listen --forward-to http://localhost:4000/hook`;

/** Sets the exit code of the process: see `exitCodeOf`. */
export async function main(args: readonly string[]): Promise<void> {
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    // A reader such as `head` has seen enough.
    if (code === 'EPIPE') process.exit();
    process.stderr.write(`${message}\n`);
    process.exit(1);
  });
  try {
    await programOf().parseAsync(args, { from: 'user' });
  } catch (error) {
    for (const line of linesOf(error)) process.stderr.write(`${line}\n`);
    process.exitCode = exitCodeOf(error);
  }
}

export function programOf(): Command {
  const program = new Command('tandem')
    .description('Tandem at the command line. Keys: tandem login, or TANDEM_API_KEY and TANDEM_BASE_URL.')
    .version((createRequire(import.meta.url)('../package.json') as { version: string }).version)
    .option('--profile <name>', 'the profile whose key to use (default: $TANDEM_PROFILE, or "default")')
    .option('--json', 'print JSON even on a terminal')
    .option('--ndjson', 'print one JSON record per line')
    .option('--quiet', 'print only ids')
    .addHelpText('after', examples)
    .configureHelp({ showGlobalOptions: true })
    .exitOverride();
  addSignIn(program.commandsGroup('Signing in:'));
  addShortNames(program.commandsGroup('Every day:'));
  addRuns(program);
  addOperations(program.commandsGroup('All operations:'));
  addTail(program);
  addListen(program);
  addVerify(program);
  addOpen(program.commandsGroup('Others:'));
  addApi(program);
  tab(program, { completionCommandName: 'completion' });
  return program;
}
