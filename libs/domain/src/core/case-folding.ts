/** Full case folding (Unicode 3.13) and NFC. Lower case comes first, since the capital ẞ has no upper case. */
export const caseFolded = (text: string): string =>
  text.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC');
