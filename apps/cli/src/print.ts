import { parseArgs, type ParseArgsConfig } from 'node:util';

export class UsageFault extends Error {}

/** Throws if an option is unknown or lacks its value. */
export function understood<const O extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: O,
): ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>> {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch {
    throw new UsageFault();
  }
}

export const print = (text: string): void => void process.stdout.write(`${text}\n`);

export const warn = (line: string): void => void process.stderr.write(`tandem: ${line}\n`);

export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ');
  return rows.map((row) => line(row).trimEnd()).join('\n');
}
