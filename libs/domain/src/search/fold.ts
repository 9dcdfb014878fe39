const spelled: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i', ς: 'σ' };
const spelledLetters = /[ßæœøđłıς]/gu;
/** Only of scripts whose marks are accents: those of kana and Indic scripts make another letter. */
const accents = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu;
const ascii = /^[\0-\x7f]*$/;

/** The form in which texts are compared, regardless of letter case, width and accents. */
export function folded(text: string): string {
  const lower = text.toLowerCase();
  if (ascii.test(lower)) return lower;
  return lower
    .normalize('NFKD')
    .toLowerCase()
    .replace(accents, '$1')
    .normalize('NFC')
    .replace(spelledLetters, (letter) => spelled[letter]!);
}

/** A folded text with single spaces, to compare titles. */
export const plainTitle = (title: string): string => folded(title).replace(/\s+/gu, ' ').trim();
