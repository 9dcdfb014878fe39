const deepest = 10;

/**
 * What is wrong with a record that goes below `line`, its parent and all above that one, with `height` levels below itself; a
 * new one has no id yet.
 */
export function nestingFault(noun: string, line: readonly string[], height: number, id?: string) {
  if (id !== undefined && line.includes(id)) return { code: 'cycle', detail: `A ${noun} cannot be below itself.` };
  if (line.length + height < deepest) return undefined;
  const many = `${noun[0]!.toUpperCase()}${noun.slice(1)}s`;
  return { code: 'too_deep', detail: `${many} nest at most ${deepest} deep.` };
}

/** Positions leave room to put records between others; they are int32. */
export const positionGap = 1024;
export const lastPosition = 2_147_483_647;
