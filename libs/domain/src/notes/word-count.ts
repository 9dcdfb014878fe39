const addresses = /\b(?:https?|ftp|mailto|tel|mention):(?:[^\s<>()]|\([^\s<>()]*\))+/gi;
const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** The segmenter's work grows with the square of the text's length, so it gets it in slices. */
const sliceLength = 1536;
/** Nearer to the end of a slice than this, what follows may still change where words end. */
const lookAhead = 512;

/** Text of Latin letters, with the signs that people set between them. */
const latin = /^[\x00-\x7f\xc0-\xd6\xd8-\xf6\xf8-\u024f\u2013\u2014\u2018\u2019\u201c-\u201e\u2026]*$/;
const letter = '[A-Za-z\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\u024f]';
/** The same words by UAX 29 for such text, several times as fast. */
const latinWords = new RegExp(
  `(?:${letter}|\\w|(?<=${letter})[:.'\u2018\u2019](?=${letter})|(?<=\\d)[,;.'\u2018\u2019](?=\\d))+`,
  'g',
);

/** Counts words as Unicode cuts them (UAX 29) in a text that comes in parts; those of addresses do not count. */
export class WordCount {
  private text = '';
  /** True when the text that is left begins within a word that was counted. */
  private isInWord = false;

  /** Takes the next part, and gives counts bit by bit, each of little work. */
  *add(part: string): Generator<number> {
    this.text += part.replace(addresses, ' ');
    while (this.text.length > sliceLength) yield this.next();
  }

  /** What is left at the end. */
  *rest(): Generator<number> {
    if (this.text) yield this.wordsUpTo(this.text.length, this.text);
    this.text = '';
  }

  private next(): number {
    const blank = this.isInWord || !latin.test(this.text) ? -1 : this.text.search(/\s\S*$/);
    if (blank > 0) return this.take(latinCount(this.text.slice(0, blank)), blank);
    const slice = this.text.slice(0, sliceLength);
    const end = this.lastBreak(slice);
    if (end > 0) return this.take(this.wordsUpTo(end, slice), end, false);
    const count = this.wordsUpTo(slice.length, slice);
    return this.take(count, withinWord(slice), true);
  }

  private take(count: number, end: number, isInWord = false): number {
    this.text = this.text.slice(end);
    this.isInWord = isInWord;
    return count;
  }

  /** Where the segmenter itself cuts last before it would have to know what follows; 0 where the slice is one word. */
  private lastBreak(slice: string): number {
    return segmenter.segment(slice).containing(sliceLength - lookAhead)?.index ?? 0;
  }

  private wordsUpTo(end: number, slice: string): number {
    if (!this.isInWord && latin.test(slice)) return latinCount(slice.slice(0, end));
    let count = 0;
    for (const { index, isWordLike } of segmenter.segment(slice)) {
      if (index >= end) break;
      if (isWordLike && !(index === 0 && this.isInWord)) count++;
    }
    return count;
  }
}

/** An underscore by itself is no word to the segmenter. */
const latinCount = (text: string) => (text.match(latinWords) ?? []).filter((word) => word !== '_').length;

/** A place within a word longer than a slice: before a letter or digit, for what stands there goes on the same way whatever was before it. */
function withinWord(slice: string): number {
  const before = slice.slice(0, sliceLength - lookAhead).search(/[\p{L}\p{N}][^\p{L}\p{N}]*$/u);
  return before > 0 ? before : sliceLength - lookAhead;
}
