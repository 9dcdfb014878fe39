export interface ProblemCode {
  statuses: readonly number[];
  title: string;
  meaning: string;
  remedy: string;
}

export type ProblemCodes = ReadonlyMap<string, ProblemCode>;

/** One line a code: code, status, title, meaning and remedy, separated by ` | `; an indented line continues it. */
export const problemCodes = (table: string): ProblemCodes =>
  new Map(
    table
      .trim()
      .split(/\n(?=\S)/)
      .map(readLine),
  );

function readLine(line: string): [code: string, of: ProblemCode] {
  const [code, statuses, title, meaning, remedy] = line.split('|').map((cell) => cell.trim().replace(/\s+/g, ' '));
  return [code!, { statuses: statuses!.split(' ').map(Number), title: title!, meaning: meaning!, remedy: remedy! }];
}
