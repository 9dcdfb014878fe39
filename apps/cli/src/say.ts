/** A command called in a way it does not know. */
export class UsageFault extends Error {
  constructor(readonly command: string) {
    super(`${command} is not called like this`);
  }
}

export const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Columns as wide as their widest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
