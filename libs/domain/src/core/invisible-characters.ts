/** Variation selectors behind what they vary (an emoji, the sign on a key cap, a Mongolian letter), and the blank between words of Braille. */
const inPlace = [
  String.raw`(?<=\p{Extended_Pictographic})[\uFE0E\uFE0F]`,
  String.raw`(?<=[0-9#*])\uFE0F(?=\u20E3)`,
  String.raw`(?<=(?=\p{Script=Mongolian})\p{L})[\u180B-\u180D\u180F]`,
  String.raw`(?<=[\u2801-\u28FF])\u2800`,
].join('|');

/** What Unicode has no property for: marks of annotations, and blanks of Braille, Khitan and music. */
const marksAndBlanks = String.raw`\uFFF9-\uFFFB\u2800\u{16FE4}\u{1D159}`;

/** The part of a class in a regular expression for characters that show nothing, white space and controls aside. */
export const invisible = String.raw`\p{Default_Ignorable_Code_Point}${marksAndBlanks}`;

/** A pattern, with the flag `u`, for one that no script needs where it is; the joiners are always needed. */
export const invisibleOutOfPlace = String.raw`(?!${inPlace}|[\u200C\u200D])[${invisible}]`;
