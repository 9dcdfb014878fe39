/**
 * Removes format characters (Unicode category Cf), such as direction marks and zero-width spaces, which come with text
 * copied from web pages and contact lists.
 */
export const withoutFormat = (text: string): string => text.replace(/\p{Cf}/gu, '');
