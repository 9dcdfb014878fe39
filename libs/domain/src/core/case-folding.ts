/**
 * Text in the form in which names are compared that differ in letter case alone: full case folding (Unicode 3.13), so that ß is ss,
 * and NFC. Lower case first, since the capital ẞ has no upper case.
 */
export const caseFolded = (text: string): string =>
  text.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC');
