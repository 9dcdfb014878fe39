/** After a base that they vary (emoji, key cap, Mongolian letter), and the blank between Braille words. */
const inPlace = [
  String.raw`(?<=\p{Extended_Pictographic})[\uFE0E\uFE0F]`,
  String.raw`(?<=[0-9#*])\uFE0F(?=\u20E3)`,
  String.raw`(?<=(?=\p{Script=Mongolian})\p{L})[\u180B-\u180D\u180F]`,
  String.raw`(?<=[\u2801-\u28FF])\u2800`,
].join('|');

/** Not covered by a Unicode property: annotation marks, and blanks of Braille, Khitan and music. */
const marksAndBlanks = String.raw`\uFFF9-\uFFFB\u2800\u{16FE4}\u{1D159}`;

/** Part of a regular expression's character class: characters that display nothing, except white space and controls. */
export const invisible = String.raw`\p{Default_Ignorable_Code_Point}${marksAndBlanks}`;

/** Requires the flag `u`. Joiners are always legitimate. */
export const invisibleOutOfPlace = String.raw`(?!${inPlace}|[\u200C\u200D])[${invisible}]`;
