import { type SearchField, searchFields, type SearchText } from '../core/searched-records.js';
import { folded, plainTitle } from './fold.js';
import { chunksOf } from './words.js';

/** Stems of words in the languages of the tenant; a word without an entry has none but itself. */
export type Stems = ReadonlyMap<string, readonly string[]>;

const weights: Record<SearchField, string> = {
  identifier: 'A',
  title: 'A',
  channel: 'A',
  tag: 'B',
  description: 'C',
  body: 'D',
};

const maxLexemes = 20_000;
const maxPositions = 8;
const maxPosition = 16_383;
const maxTextLength = 256 * 1024;
/** Of all lexemes with their positions: PostgreSQL refuses 1,048,575 bytes. */
const maxBytes = 1_000_000;
const bytesOfEntry = 4 + 2 * maxPositions;
/** Shorter words are found by their beginning and are not corrected. */
export const minCorrected = 4;
/** The lexeme of an identifier; no word begins with this. */
export const exactly = (identifier: string): string => `=${folded(identifier).slice(0, 100)}`;

/** What the index holds of a record: bounded, whatever its texts are. */
export class SearchDocument {
  readonly title: string;
  private readonly positions = new Map<string, string[]>();
  private readonly words = new Set<string>();
  private readonly named = new Set<string>();
  private bytes = 0;
  private position = 0;

  constructor(texts: readonly SearchText[]) {
    this.title = plainTitle(texts.find(({ field }) => field === 'title')?.text ?? '').slice(0, 500);
    const inOrder = searchFields.flatMap((field) => texts.filter((one) => one.field === field));
    for (const one of inOrder) this.read(one);
  }

  /** The words that may have a stem. */
  get stemmed(): Iterable<string> {
    return this.words;
  }

  /** The words of title, channels and tags by which misspelt ones are corrected. */
  get names(): readonly string[] {
    return [...this.named];
  }

  /** In the input form of the type tsvector. */
  lexemes(stems: Stems): string {
    const found = new Map(this.positions);
    for (const word of this.words)
      for (const stem of stems.get(word) ?? []) {
        if (stem === word) continue;
        const known = found.get(stem);
        if (!known && !this.hasRoomFor(stem, found.size)) continue;
        found.set(stem, [...(known ?? []), ...this.positions.get(word)!].slice(0, maxPositions));
      }
    return [...found].map(([lexeme, at]) => `${quoted(lexeme)}:${at.join()}`).join(' ');
  }

  private read({ field, text }: SearchText): void {
    const weight = weights[field];
    if (field === 'identifier') this.add(exactly(text), weight);
    for (const { words, whole } of chunksOf(text.slice(0, maxTextLength))) {
      if (whole) this.add(whole, weight, 1);
      for (const word of words) {
        this.position++;
        if (!this.add(word.text, weight) || word.kind !== 'word') continue;
        this.words.add(word.text);
        if (weight < 'C' && field !== 'identifier' && word.text.length >= minCorrected) this.named.add(word.text);
      }
    }
    // Lest a phrase be found across two texts.
    this.position += 2;
  }

  /** False if there is no room for another lexeme. */
  private add(lexeme: string, weight: string, ahead = 0): boolean {
    const at = `${Math.min(Math.max(this.position + ahead, 1), maxPosition)}${weight}`;
    const known = this.positions.get(lexeme);
    if (known) {
      if (known.length < maxPositions) known.push(at);
      return true;
    }
    if (!this.hasRoomFor(lexeme, this.positions.size)) return false;
    this.positions.set(lexeme, [at]);
    return true;
  }

  private hasRoomFor(lexeme: string, count: number): boolean {
    const bytes = this.bytes + Buffer.byteLength(lexeme) + bytesOfEntry;
    if (count >= maxLexemes || bytes > maxBytes) return false;
    this.bytes = bytes;
    return true;
  }
}

/** A text in quotes, as tsvector and tsquery read it. */
export const quoted = (lexeme: string): string => `'${lexeme.replace(/['\\]/g, '$&$&')}'`;
