import { loadEnvFile } from '@tandem/platform/settings/settings';
import { commands } from './commands.js';
import { reportFailure } from './report-failure.js';
import { say, tell } from './say.js';
import { faultOf, usage } from './usage.js';

const print = (line: string) => process.stderr.write(`${line}\n`);
const asksForHelp = (arg: string) => arg === '--help' || arg === '-h';

async function main(args: string[]): Promise<number> {
  const [name = 'help', ...rest] = args.filter((arg) => !asksForHelp(arg));
  if (name === 'help' || args.some(asksForHelp)) return help(name === 'help' ? rest[0] : name);
  const fault = faultOf([name, ...rest]);
  if (fault) {
    tell(fault);
    return 2;
  }
  try {
    loadEnvFile();
    return await commands[name]!.run(rest);
  } catch (error) {
    return reportFailure(error, print, process.env.LOG_LEVEL === 'debug');
  }
}

function help(name: string | undefined): number {
  const fault = name === undefined ? undefined : faultOf([name]);
  if (fault) tell(fault);
  else say(usage(name));
  return fault ? 2 : 0;
}

process.exit(await main(process.argv.slice(2)));
