import { text } from 'node:stream/consumers';
import { Tandem } from '@tandem/client';
import type { Command } from 'commander';
import { UsageFault } from './failures.js';
import { secretAskedFor } from './inputs.js';
import { commonOptions } from './operation-commands.js';
import { print, show, type Form } from './output.js';
import { connectionOf, defaultBaseUrl, profileName, removeProfile, saveProfile } from './profiles.js';

interface Profile {
  profile?: string;
}

export function addSignIn(program: Command): void {
  commonOptions(program.command('whoami').description('Show whose key this is and what it may do.')).action(whoAmI);
  program
    .command('login')
    .description('Check an API key and keep it for later commands. The key is never an argument.')
    .option('--profile <name>', 'under this name; default: $TANDEM_PROFILE or default')
    .option('--base-url <url>', 'where the server is', process.env.TANDEM_BASE_URL || defaultBaseUrl)
    .option('--with-token', 'read the key from standard input')
    .action(logIn);
  program
    .command('logout')
    .description('Forget the key of a profile.')
    .option('--profile <name>', 'whose; default: $TANDEM_PROFILE or default')
    .action(logOut);
}

async function logIn(options: Profile & { baseUrl: string; withToken?: boolean }): Promise<void> {
  const { baseUrl } = options;
  if (!URL.canParse(baseUrl)) throw new UsageFault(`${baseUrl} is not a URL`);
  const apiKey = options.withToken
    ? (await text(process.stdin)).trim()
    : await secretAskedFor('API key', '--with-token');
  if (!apiKey) throw new UsageFault('no API key was given');
  const { tenant } = await new Tandem({ apiKey, baseUrl }).tenants.getMe();
  await saveProfile(profileName(options.profile), { baseUrl, apiKey });
  print(`Signed in to ${tenant.name} at ${baseUrl}.`);
}

async function logOut({ profile }: Profile): Promise<void> {
  const name = profileName(profile);
  print((await removeProfile(name)) ? `Signed out of ${name}.` : `There is no profile ${name}.`);
}

async function whoAmI({ profile, ...form }: Profile & Form): Promise<void> {
  show(await new Tandem(await connectionOf(profile)).tenants.getMe(), form);
}
