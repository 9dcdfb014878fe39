import type { Command } from 'commander';
import type { Common } from './operation-commands.js';
import { print } from './output.js';
import { profileName, serverOf } from './profiles.js';

export function addOpen(program: Command): void {
  program
    .command('open')
    .description('Open a page of the server in the browser, and print its address.')
    .argument('[path]', 'such as /docs', '/')
    .action(async (path: string, _: unknown, command: Command) => {
      const baseUrl = await serverOf(profileName(command.optsWithGlobals<Common>().profile));
      const address = new URL(`${baseUrl}/${path.replace(/^\/+/, '')}`).href;
      print(address);
      if (!process.stdout.isTTY) return;
      // Loaded here, as it would slow down the start of every command.
      const { default: open } = await import('open');
      await open(address);
    });
}
