const addresses = /\b(?:https?|ftp|mailto|tel|mention):(?:[^\s<>()]|\([^\s<>()]*\))+/gi;
const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** The segmenter's work grows with the square of the text's length (Node 20), so it gets it in slices. */
const sliceLength = 1024;

/** Words as Unicode cuts them (UAX 29), slice by slice; those of addresses do not count. */
export function* countWords(text: string): Generator<number> {
  const words = text.replace(addresses, ' ');
  for (let from = 0; from < words.length;) {
    const slice = words.slice(from, from + sliceLength);
    const end = from + sliceLength < words.length ? lastBreak(slice) : slice.length;
    yield [...segmenter.segment(slice.slice(0, end))].filter(({ isWordLike }) => isWordLike).length;
    from += end;
  }
}

/** Where cutting splits no word: behind the last blank, else behind the last sign that is no letter or digit, where there is one. */
function lastBreak(slice: string): number {
  const blank = slice.search(/\s\S*$/);
  if (blank >= 0) return blank + 1;
  const sign = slice.search(/[^\p{L}\p{N}\p{M}_][\p{L}\p{N}\p{M}_]*$/u);
  if (sign > 0) return sign;
  return /[\uD800-\uDBFF]$/.test(slice) ? slice.length - 1 : slice.length;
}
