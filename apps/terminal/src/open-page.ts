import type { Command } from 'commander';
import { print } from './output.js';
import { connectionOf } from './profiles.js';

export function addOpen(program: Command): void {
  program
    .command('open')
    .description('Open a page of the server in the browser, and print its address.')
    .argument('[path]', 'such as /docs', '/')
    .option('--profile <name>', 'of which server; default: $TANDEM_PROFILE or default')
    .action(async (path: string, { profile }: { profile?: string }) => {
      const { baseUrl } = await connectionOf(profile);
      const address = new URL(path.replace(/^\/+/, ''), `${baseUrl.replace(/\/+$/, '')}/`).href;
      print(address);
      if (!process.stdout.isTTY) return;
      // Loaded here, as it would slow down the start of every command.
      const { default: open } = await import('open');
      await open(address);
    });
}
