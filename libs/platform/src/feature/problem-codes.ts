/** What a caller should know about a problem's code: it is served as a page and stands in the OpenAPI document. */
export interface ProblemCode {
  /** Usually one. */
  statuses: readonly number[];
  title: string;
  meaning: string;
  remedy: string;
}

/** By the code, as `code` of a problem document has it. */
export type ProblemCodes = ReadonlyMap<string, ProblemCode>;

/** One line a code: the code, its status, its title, what it means and what to do, parted by ` | `. */
export const problemCodes = (table: string): ProblemCodes => new Map(table.trim().split('\n').map(readLine));

function readLine(line: string): [code: string, of: ProblemCode] {
  const [code, statuses, title, meaning, remedy] = line.split('|').map((cell) => cell.trim());
  return [code!, { statuses: statuses!.split(' ').map(Number), title: title!, meaning: meaning!, remedy: remedy! }];
}
