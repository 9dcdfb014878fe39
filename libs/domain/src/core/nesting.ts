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
