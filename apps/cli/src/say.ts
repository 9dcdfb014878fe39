/** A call that cannot be understood, with what is wrong where that is known; the caller is shown how the command is called. */
export class UsageFault extends Error {}

/** What the caller asked for, on stdout. */
export const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** What happens meanwhile, on stderr. */
export const tell = (line: string): void => void process.stderr.write(`tandem: ${line}\n`);

/** Columns as wide as their widest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ');
  return rows.map((row) => line(row).trimEnd()).join('\n');
}
