interface Run {
  at: number;
  length: number;
}

/** A block of Markdown with each code span replaced by a blank (CommonMark 6.1), in one pass whatever the backticks look like. */
export function withoutCodeSpans(block: string): string {
  if (!block.includes('`')) return block;
  const runs: Run[] = [...block.matchAll(/`+/g)].map((match) => ({ at: match.index, length: match[0].length }));
  const closers = byLength(runs);
  let kept = '';
  let from = 0;
  for (let i = 0; i < runs.length; i++) {
    const { at, length } = opener(block, runs[i]!);
    const end = nextAfter(i, closers.get(length));
    if (end === undefined) continue;
    kept += `${block.slice(from, at)} `;
    from = runs[end]!.at + runs[end]!.length;
    i = end;
  }
  return kept + block.slice(from);
}

/** Places of the runs by their length, the first one last. */
function byLength(runs: readonly Run[]): Map<number, number[]> {
  const places = new Map<number, number[]>();
  for (let i = runs.length - 1; i >= 0; i--) {
    const { length } = runs[i]!;
    const known = places.get(length);
    if (known) known.push(i);
    else places.set(length, [i]);
  }
  return places;
}

/** Only an opening run can be escaped: a backslash takes its first backtick away. */
function opener(block: string, { at, length }: Run): Run {
  let slashes = 0;
  while (block[at - 1 - slashes] === '\\') slashes++;
  return slashes % 2 ? { at: at + 1, length: length - 1 } : { at, length };
}

function nextAfter(place: number, places: number[] | undefined): number | undefined {
  while (places?.length && places.at(-1)! <= place) places.pop();
  return places?.at(-1);
}
