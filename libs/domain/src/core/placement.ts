const deepest = 10;

/** How deep a record stands: `line` are the ids from its parent up to the root, `height` the levels of living records below it. */
export interface Nesting {
  line: readonly string[];
  height: number;
}

/** Cycle or depth fault, if any; a new record has no id. */
export function nestingFault(noun: string, { line, height }: Nesting, id?: string) {
  if (id !== undefined && line.includes(id)) return { code: 'cycle', detail: `A ${noun} cannot be below itself.` };
  if (line.length + height < deepest) return undefined;
  const many = `${noun[0]!.toUpperCase()}${noun.slice(1)}s`;
  return { code: 'too_deep', detail: `${many} nest at most ${deepest} deep.` };
}

/** Positions leave room to put records between others; they are int32. */
const positionGap = 1024;
export const lastPosition = 2_147_483_647;

/** The position of the n-th record, counted from 1, where each is added at the end. */
export const positionOf = (number: number): number => Math.min(number * positionGap, lastPosition);

export const positionAfter = (last: number | null | undefined): number =>
  Math.min((last ?? 0) + positionGap, lastPosition);
