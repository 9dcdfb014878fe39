import { caseFolded } from '../core/case-folding.js';
import { bareKey, wikiLink } from './extract-references.js';
import { freeText } from './free-text.js';

/** The notes and tasks that a mention may name. */
export interface Names {
  /** Ids of notes by their titles in NFC. */
  titles: ReadonlyMap<string, string>;
  /** Ids of tasks by their keys. */
  keys: ReadonlyMap<string, string>;
}

export const maxLinks = 100;
const maxWords = 10;
/** The same word as a shorter title is hardly ever meant as the title. */
const minTitleLength = 4;
const wikiLinks = new RegExp(wikiLink, 'gu');
const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’_-]*/gu;

/** A text whose mentions may become links. */
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

  /** What looks like keys of tasks in it. */
  get keys(): string[] {
    const found = [...this.free.matchAll(new RegExp(bareKey, 'gu'))].map(({ groups }) => groups!.key!);
    return [...new Set(found)].slice(0, maxLinks);
  }

  /** The text with the first mention of each name made a link, unless there is a link to it already. */
  link({ titles, keys }: Names): { body: string; names: string[] } {
    const places = new Map<string, number>();
    const offered = new Set<string>();
    const offer = (name: string, at: number, id: string | undefined) => {
      // Only the first mention is looked at: a search of the whole body for each would take quadratic time.
      const isNew = id !== undefined && id !== this.ownId && !offered.has(plain(name)) && !this.linked.has(plain(name));
      if (!isNew || places.size >= maxLinks) return;
      offered.add(plain(name));
      if (!this.body.includes(id)) places.set(name, at);
    };
    for (const { 1: name, index } of this.free.matchAll(new RegExp(bareKey, 'gu')))
      offer(name!, index, keys.get(name!));
    const taken = [...places].map(([name, at]) => [at, at + name.length] as const);
    for (const [name, at] of this.titlesIn(titles))
      if (!taken.some(([from, until]) => at < until && at + name.length > from))
        offer(name, at, titles.get(name.normalize('NFC')));
    return { body: this.rewritten(places), names: [...places.keys()] };
  }

  /** Each place where a title stands, the longest that begins there. */
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

  private rewritten(places: ReadonlyMap<string, number>): string {
    let text = '';
    let from = 0;
    for (const [name, at] of [...places].sort(([, one], [, other]) => one - other)) {
      text += `${this.body.slice(from, at)}[[${name}]]`;
      from = at + name.length;
    }
    return text + this.body.slice(from);
  }
}

const plain = (name: string) => caseFolded(name).trim();
