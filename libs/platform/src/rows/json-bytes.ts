const [blank, quote, backslash] = [0x20, 0x22, 0x5c];
const [plus, dash, dot, zero, bigT, bigZ] = [0x2b, 0x2d, 0x2e, 0x30, 0x54, 0x5a];
/** More bytes than these are copied by the runtime, which takes a while to begin. */
const few = 100;

/** JSON that is put together of bytes in UTF-8. */
export class JsonBytes {
  private bytes: Buffer;
  private at = 0;

  /** There is room for so many bytes, and besides for all the escapes that texts turn out to need. */
  constructor(room: number) {
    this.bytes = Buffer.allocUnsafe(room);
  }

  get written(): Buffer {
    return this.bytes.subarray(0, this.at);
  }

  byte(one: number): void {
    this.bytes[this.at++] = one;
  }

  copy(from: Buffer, start: number, end: number): void {
    const { bytes, at } = this;
    const length = end - start;
    if (length > few) from.copy(bytes, at, start, end);
    else for (let i = 0; i < length; i++) bytes[at + i] = from[start + i]!;
    this.at = at + length;
  }

  /** In quotes what needs no escape. */
  quoted(from: Buffer, start: number, end: number): void {
    this.byte(quote);
    this.copy(from, start, end);
    this.byte(quote);
  }

  /** Any text, as a string of JSON. */
  text(from: Buffer, start: number, end: number): void {
    const { bytes } = this;
    const at = this.at + 1;
    for (let i = start; i < end; i++) {
      const one = from[i]!;
      if (one < blank || one === quote || one === backslash)
        return this.made(JSON.stringify(from.toString('utf8', start, end)));
      bytes[at + i - start] = one;
    }
    bytes[at - 1] = bytes[at + end - start] = quote;
    this.at = at + end - start + 1;
  }

  /** `2026-11-22 16:09:13.12+00` as `"2026-11-22T16:09:13.120Z"`; `otherwise` makes JSON of a text of another form. */
  instant(from: Buffer, start: number, end: number, otherwise: (text: string) => string): void {
    if (from[start + 4] !== dash || from[end - 3] !== plus || from[end - 2] !== zero || from[end - 1] !== zero)
      return this.made(otherwise(from.toString('utf8', start, end)));
    const { bytes, at } = this;
    for (let i = 0; i < 19; i++) bytes[at + 1 + i] = from[start + i]!;
    for (let i = 20; i < 23; i++) bytes[at + 1 + i] = start + i < end - 3 ? from[start + i]! : zero;
    bytes[at] = bytes[at + 25] = quote;
    bytes[at + 11] = bigT;
    bytes[at + 20] = dot;
    bytes[at + 24] = bigZ;
    this.at = at + 26;
  }

  /** JSON that is a text already. */
  made(json: string): void {
    const made = Buffer.from(json);
    this.bytes = Buffer.concat([this.written, made, Buffer.allocUnsafe(this.bytes.length - this.at)]);
    this.at += made.length;
  }
}
