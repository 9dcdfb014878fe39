import { outliveReaders } from '@tandem/platform/process/process-ends';
import { loadEnvFile } from '@tandem/platform/settings/settings';
import { commands } from './commands.js';
import { reportFailure } from './report-failure.js';
import { print } from './print.js';
import { commandOf, usage } from './usage.js';

const printError = (line: string) => process.stderr.write(`${line}\n`);
const wantsHelp = (arg: string) => arg === '--help' || arg === '-h';

async function main(args: string[]): Promise<number> {
  outliveReaders();
  const [name = 'help', ...rest] = args.filter((arg) => !wantsHelp(arg));
  try {
    if (name === 'help' || args.some(wantsHelp)) return help(name === 'help' ? rest[0] : name);
    const command = commandOf(name, rest);
    loadEnvFile();
    return await command.run(rest);
  } catch (error) {
    const command = Object.hasOwn(commands, name) ? name : undefined;
    return reportFailure(error, printError, { debug: process.env.LOG_LEVEL === 'debug', command });
  }
}

function help(name: string | undefined): number {
  if (name) print(`${commandOf(name).summary}\n`);
  print(usage(name));
  return 0;
}

process.exit(await main(process.argv.slice(2)));
