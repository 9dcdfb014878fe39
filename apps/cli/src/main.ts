import { loadEnvFile } from '@tandem/platform/settings';
import { commands, usage } from './commands.js';
import { reportFailure } from './report-failure.js';

const print = (line: string) => process.stderr.write(`${line}\n`);

async function main([name = 'help', ...args]: string[]): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    print(`tandem: there is no command ${name}\n${usage()}`);
    return 2;
  }
  try {
    loadEnvFile();
    return await command.run(args);
  } catch (error) {
    return reportFailure(error, print, process.env.LOG_LEVEL === 'debug');
  }
}

process.exit(await main(process.argv.slice(2)));
