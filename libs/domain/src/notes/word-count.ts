const addresses = /\b(?:https?|ftp|mailto|tel|mention):(?:[^\s<>()]|\([^\s<>()]*\))+/gi;
const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** The segmenter takes quadratic time, so it gets the text in slices. */
const sliceLength = 1536;
/** Within this distance of the end of a slice, a word boundary may depend on the following text. */
const lookAhead = 512;

const latin = /^[\x00-\x7f\xc0-\xd6\xd8-\xf6\xf8-\u024f\u2013\u2014\u2018\u2019\u201c-\u201e\u2026]*$/;
const letter = '[A-Za-z\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\u024f]';
/** Finds the words (UAX 29) of Latin text several times as fast as the segmenter. */
const latinWords = new RegExp(
  `(?:${letter}|\\w|(?<=${letter})[:.'\u2018\u2019](?=${letter})|(?<=\\d)[,;.'\u2018\u2019](?=\\d))+`,
  'g',
);

/** Counts words (UAX 29) in a text that arrives in parts, ignoring addresses. */
export class WordCount {
  private text = '';
  private isInWord = false;

  /** Yields partial counts, each after a bounded amount of work. */
  *add(part: string): Generator<number> {
    this.text += part.replace(addresses, ' ');
    while (this.text.length > sliceLength) yield this.next();
  }

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

  /** The last word boundary that does not depend on the text after the slice; 0 if the slice is one word. */
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

/** The segmenter does not count a single underscore as a word. */
const latinCount = (text: string) => (text.match(latinWords) ?? []).filter((word) => word !== '_').length;

/** Cuts a word longer than a slice before a letter or digit, where words do not depend on the text before. */
function withinWord(slice: string): number {
  const before = slice.slice(0, sliceLength - lookAhead).search(/[\p{L}\p{N}][^\p{L}\p{N}]*$/u);
  return before > 0 ? before : sliceLength - lookAhead;
}
