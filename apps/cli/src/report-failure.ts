import { reasonOf } from '@tandem/platform/process/dependencies';
import { wrongs } from '@tandem/platform/process/run-process';
import { AppRefusedSettings, wrongSettings } from './start/app-process.js';
import { Interrupted } from './operator/interruption.js';
import { UsageFault } from './print.js';
import { usage } from './usage.js';

/** Prints one line, or one a fault for wrong settings, and returns the exit code. */
export function reportFailure(
  error: unknown,
  print: (line: string) => void,
  { debug, command }: { debug?: boolean; command?: string | undefined },
): number {
  const wrong = wrongs(error);
  if (wrong) {
    for (const fault of wrong) print(fault);
    return wrongSettings;
  }
  if (error instanceof UsageFault) {
    print(`tandem: ${error.message || `invalid arguments for ${command}`}\n${usage(command)}`);
    return wrongSettings;
  }
  // The app has printed the reason to the same stderr.
  if (error instanceof Interrupted) return error.exitCode;
  if (error instanceof AppRefusedSettings) return wrongSettings;
  print(debug && error instanceof Error ? (error.stack ?? error.message) : `tandem: ${reasonOf(error)}`);
  return 1;
}
