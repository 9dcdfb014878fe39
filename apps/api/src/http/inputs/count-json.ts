/** What a JSON text holds, counted without parsing it. */
interface JsonCount {
  /** Values of every kind, containers included; names of members are none. */
  values: number;
  depth: number;
  /** Characters of the longest number. */
  maxNumberLength: number;
  /** Where integers stand that a double changes; of many, the first hundred. */
  changed: Span[];
}

/** From the first byte to the one behind the last. */
export type Span = readonly [start: number, end: number];

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
  const count: JsonCount = { values: 1, depth: 0, maxNumberLength: 0, changed: [] };
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
    if (byte !== quote) noteNumber(count, bytes, [at, end + 1]);
    at = end;
  }
  return count;
}

const maxChanged = 100;
/** A double keeps every integer of so many characters. */
const safeLength = 15;

function noteNumber(count: JsonCount, bytes: Buffer, span: Span): void {
  const length = span[1] - span[0];
  count.maxNumberLength = Math.max(count.maxNumberLength, length);
  if (length <= safeLength || length > maxNumberTextLength || count.changed.length >= maxChanged) return;
  if (!keepsDigits(bytes.toString('latin1', ...span))) count.changed.push(span);
}

/** Longer than any number that differs from its neighbours: about 770 digits say all of a double. */
export const maxNumberTextLength = 1000;

/** Whether a double keeps the digits of an integer, however that is spelt; true for what is no integer. */
function keepsDigits(text: string): boolean {
  const sent = decimalOf(text);
  if (!sent || sent.power < 0) return true;
  const kept = decimalOf(String(Number(text)));
  return sent.digits === kept?.digits && sent.power === kept.power;
}

/** The significant digits of a number and the power of ten of the last one; undefined for zero and for what is no number. */
function decimalOf(text: string): { digits: string; power: number } | undefined {
  const [, whole = '', fraction = '', exponent = '0'] = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const [, digits, zeros] = /^0*(\d*[1-9])(0*)$/.exec(whole + fraction) ?? [];
  return digits ? { digits, power: Number(exponent) - fraction.length + zeros!.length } : undefined;
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
