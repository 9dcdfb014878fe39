/** Removes format characters (Unicode category Cf), such as zero-width spaces, which come with copied text. */
export const withoutFormat = (text: string): string => text.replace(/\p{Cf}/gu, '');
