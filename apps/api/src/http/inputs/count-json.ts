/** What a JSON text holds, counted without parsing it. */
interface JsonCount {
  /** Values of every kind, containers included; names of members are none. */
  values: number;
  depth: number;
  /** Characters of the longest number. */
  longestNumber: number;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openings = new Set([0x5b, 0x7b]);
const closings = new Set([0x5d, 0x7d]);
const isSpace = (byte: number) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
/** Digits, sign, point and exponent. */
const isOfNumber = (byte: number) =>
  (byte >= 0x30 && byte <= 0x39) || byte === 0x2b || byte === 0x2d || byte === 0x2e || byte === 0x45 || byte === 0x65;

/**
 * Counts in one pass over the bytes, and stops where a count passes what is allowed. Exact for well-formed JSON, an object whose
 * member is given twice counted with both; of anything else it says something, and JSON.parse refuses it.
 */
export function countJson(bytes: Buffer, most: Pick<JsonCount, 'values' | 'depth'>): JsonCount {
  const count: JsonCount = { values: 1, depth: 0, longestNumber: 0 };
  const isWithin = () => count.values <= most.values && count.depth <= most.depth;
  let open = 0;
  let hasJustOpened = false;
  for (let at = 0; at < bytes.length && isWithin(); at++) {
    const byte = bytes[at]!;
    if (isSpace(byte)) continue;
    if (closings.has(byte)) open--;
    else if (hasJustOpened || byte === comma) count.values++;
    hasJustOpened = openings.has(byte);
    if (hasJustOpened) count.depth = Math.max(count.depth, ++open);
    const end = endOfScalar(bytes, at);
    if (byte !== quote) count.longestNumber = Math.max(count.longestNumber, end - at + 1);
    at = end;
  }
  return count;
}

/** The last byte of the text or number that begins here; of anything else the byte itself. */
function endOfScalar(bytes: Buffer, start: number): number {
  if (bytes[start] === quote) return endOfText(bytes, start);
  let end = start;
  if (isOfNumber(bytes[start]!)) while (isOfNumber(bytes[end + 1]!)) end++;
  return end;
}

function endOfText(bytes: Buffer, start: number): number {
  for (let at = start + 1; at < bytes.length; at++) {
    if (bytes[at] === backslash) at++;
    else if (bytes[at] === quote) return at;
  }
  return bytes.length;
}
