/** A name as one part of a JSON Pointer (RFC 6901). */
export const pointerPart = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

export const namedBy = (pointerPart: string) => pointerPart.replaceAll('~1', '/').replaceAll('~0', '~');
