/**
 * Text without format characters (Unicode category Cf) such as direction marks and zero-width blanks. They show nowhere, and come
 * with what is copied from web pages and contact lists.
 */
export const withoutFormat = (text: string): string => text.replace(/\p{Cf}/gu, '');
