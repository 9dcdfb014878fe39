import { caseFolded } from '../core/case-folding.js';
import { bareKey, wikiLink } from './extract-references.js';
import { freeText } from './free-text.js';

export interface Names {
  /** Note ids by title in NFC. */
  titles: ReadonlyMap<string, string>;
  keys: ReadonlyMap<string, string>;
}

export const maxLinks = 100;
const maxWords = 10;
/** Shorter words rarely refer to a title. */
const minTitleLength = 4;
const wikiLinks = new RegExp(wikiLink, 'gu');
const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’_-]*/gu;

export class Mentions {
  private readonly free: string;
  private readonly linked: ReadonlySet<string>;

  constructor(
    private readonly body: string,
    private readonly ownId: string,
  ) {
    this.free = freeText(body);
    this.linked = new Set([...body.matchAll(wikiLinks)].map(([, name]) => plain(name!)));
  }

  get keys(): string[] {
    const found = [...this.free.matchAll(new RegExp(bareKey, 'gu'))].map(({ groups }) => groups!.key!);
    return [...new Set(found)].slice(0, maxLinks);
  }

  /** Links the first mention of each name unless the text already links to it. */
  link({ titles, keys }: Names): { body: string; names: string[] } {
    const positions = new Map<string, number>();
    const considered = new Set<string>();
    const consider = (name: string, at: number, id: string | undefined) => {
      // Only the first mention is checked, since searching the body for every mention would take quadratic time.
      const isNew =
        id !== undefined && id !== this.ownId && !considered.has(plain(name)) && !this.linked.has(plain(name));
      if (!isNew || positions.size >= maxLinks) return;
      considered.add(plain(name));
      if (!this.body.includes(id)) positions.set(name, at);
    };
    for (const { 1: name, index } of this.free.matchAll(new RegExp(bareKey, 'gu')))
      consider(name!, index, keys.get(name!));
    const taken = [...positions].map(([name, at]) => [at, at + name.length] as const);
    for (const [name, at] of this.titlesIn(titles))
      if (!taken.some(([from, until]) => at < until && at + name.length > from))
        consider(name, at, titles.get(name.normalize('NFC')));
    return { body: this.rewritten(positions), names: [...positions.keys()] };
  }

  private *titlesIn(titles: Names['titles']): Generator<[title: string, at: number]> {
    const words = [...this.free.matchAll(word)].map((match) => ({
      at: match.index,
      end: match.index + match[0].length,
    }));
    for (let first = 0; first < words.length; first++)
      for (let last = Math.min(first + maxWords, words.length) - 1; last >= first; last--) {
        const title = this.free.slice(words[first]!.at, words[last]!.end);
        if (title.length < minTitleLength || !titles.has(title.normalize('NFC'))) continue;
        yield [title, words[first]!.at];
        first = last;
        break;
      }
  }

  private rewritten(positions: ReadonlyMap<string, number>): string {
    let text = '';
    let from = 0;
    for (const [name, at] of [...positions].sort(([, one], [, other]) => one - other)) {
      text += `${this.body.slice(from, at)}[[${name}]]`;
      from = at + name.length;
    }
    return text + this.body.slice(from);
  }
}

const plain = (name: string) => caseFolded(name).trim();
