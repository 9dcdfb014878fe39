import { wrongs } from '@tandem/platform/process/run-process';
import { AppRefusedSettings, wrongSettings } from './app-process.js';
import { UsageFault } from './say.js';
import { waysOf } from './usage.js';

/** Says in one line (wrong settings: one a fault) why a command failed; returns the exit code. */
export function reportFailure(error: unknown, print: (line: string) => void, debug = false): number {
  const wrong = wrongs(error);
  if (wrong) {
    for (const fault of wrong) print(fault);
    return wrongSettings;
  }
  if (error instanceof UsageFault) {
    print(`tandem: ${error.message}\n${waysOf(error.command)}`);
    return wrongSettings;
  }
  // It has told its faults itself, on the same stderr.
  if (error instanceof AppRefusedSettings) return wrongSettings;
  print(debug && error instanceof Error ? (error.stack ?? error.message) : `tandem: ${lineOf(error)}`);
  return 1;
}

function lineOf(error: unknown): string {
  // Connecting to a name with several addresses fails with one error for each and no message of its own.
  if (error instanceof AggregateError && !error.message) return lineOf(error.errors[0]);
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text.trim().split('\n')[0]!;
}
