import { RawHtml } from './raw-html.js';

interface Run {
  at: number;
  length: number;
}

const tokens = /\\[!-/:-@[-`{-~]|`+|</g;

/** Replaces each code span of a block with a space (CommonMark 6.1), in linear time. */
export function withoutCodeSpans(block: string): string {
  if (!block.includes('`')) return block;
  const html = new RawHtml(block);
  const closers = new Closers(block);
  let remaining = '';
  let from = 0;
  tokens.lastIndex = 0;
  for (let token = tokens.exec(block); token; token = tokens.exec(block)) {
    const at = token.index;
    if (token[0] === '<') tokens.lastIndex = html.endAt(at) ?? at + 1;
    if (!token[0].startsWith('`')) continue;
    const end = closers.behind({ at, length: token[0].length });
    if (end === undefined) continue;
    remaining += `${block.slice(from, at)} `;
    from = end;
    tokens.lastIndex = end;
  }
  return remaining + block.slice(from);
}

/** Backtick runs of a block; positions must be queried in ascending order for linear time in total. */
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

  behind({ at, length }: Run): number | undefined {
    const runs = this.byLength.get(length);
    while (runs?.length && runs.at(-1)!.at < at + length) runs.pop();
    const closer = runs?.at(-1);
    return closer && closer.at + length;
  }
}
