import { RawHtml } from './raw-html.js';

interface Run {
  at: number;
  length: number;
}

/** Backticks, and what may keep one from counting: a backslash or an HTML tag. */
const signs = /\\[!-/:-@[-`{-~]|`+|</g;

/** A block of Markdown with a blank in place of each code span (CommonMark 6.1), in linear time. */
export function withoutCodeSpans(block: string): string {
  if (!block.includes('`')) return block;
  const html = new RawHtml(block);
  const closers = new Closers(block);
  let kept = '';
  let from = 0;
  signs.lastIndex = 0;
  for (let sign = signs.exec(block); sign; sign = signs.exec(block)) {
    const at = sign.index;
    if (sign[0] === '<') signs.lastIndex = html.endAt(at) ?? at + 1;
    if (!sign[0].startsWith('`')) continue;
    const end = closers.behind({ at, length: sign[0].length });
    if (end === undefined) continue;
    kept += `${block.slice(from, at)} `;
    from = end;
    signs.lastIndex = end;
  }
  return kept + block.slice(from);
}

/** The runs of backticks of a block. It must be asked for ever later places, and takes linear time in all. */
class Closers {
  private readonly byLength = new Map<number, Run[]>();

  constructor(block: string) {
    const runs = [...block.matchAll(/`+/g)].map((match) => ({ at: match.index, length: match[0].length }));
    for (const run of runs.reverse()) {
      const known = this.byLength.get(run.length);
      if (known) known.push(run);
      else this.byLength.set(run.length, [run]);
    }
  }

  /** The end of the code span that this run opens; undefined where it opens none. */
  behind({ at, length }: Run): number | undefined {
    const runs = this.byLength.get(length);
    while (runs?.length && runs.at(-1)!.at < at + length) runs.pop();
    const closer = runs?.at(-1);
    return closer && closer.at + length;
  }
}
