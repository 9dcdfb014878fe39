import { text } from 'node:stream/consumers';
import { Tandem } from '@tandem/client';
import type { Command } from 'commander';
import { UsageFault } from './failures.js';
import { secretAskedFor } from './inputs.js';
import { type Common, tandemOf } from './operation-commands.js';
import { print, show } from './output.js';
import { checkConnection, profileName, removeKey, saveProfile, serverOf } from './profiles.js';

export function addSignIn(program: Command): void {
  program
    .command('whoami')
    .description('Show whose key this is and what it may do.')
    .action((_, command: Command) => whoAmI(command.optsWithGlobals()));
  program
    .command('login')
    .description('Check an API key and keep it for later commands. The key is never an argument.')
    .option(
      '--base-url <url>',
      'where the server is (default: $TANDEM_BASE_URL, that of the profile, or http://127.0.0.1:3000)',
    )
    .option('--with-token', 'read the key from standard input')
    .action((_, command: Command) => logIn(command.optsWithGlobals()));
  program
    .command('logout')
    .description('Forget the key of a profile.')
    .action((_, command: Command) => logOut(command.optsWithGlobals()));
}

async function logIn(options: Common & { baseUrl?: string; withToken?: boolean }): Promise<void> {
  const name = profileName(options.profile);
  const baseUrl = await serverOf(name, options.baseUrl);
  const apiKey = options.withToken
    ? (await text(process.stdin)).trim()
    : await secretAskedFor('API key', '--with-token');
  if (!apiKey) throw new UsageFault('no API key was given');
  checkConnection({ apiKey, baseUrl });
  const { tenant } = await new Tandem({ apiKey, baseUrl }).tenants.getMe();
  await saveProfile(name, { baseUrl, apiKey });
  print(`Signed in to ${tenant.name} at ${baseUrl}.`);
}

async function logOut({ profile }: Common): Promise<void> {
  const name = profileName(profile);
  print((await removeKey(name)) ? `Signed out of ${name}.` : `Not signed in with the profile ${name}.`);
}

async function whoAmI(options: Common): Promise<void> {
  show(await (await tandemOf(options)).tenants.getMe(), options);
}
