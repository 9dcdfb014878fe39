import type { NoteBody } from './note-body.js';

export abstract class NoteReader {
  /** Takes long for a long body, so call it outside transactions. Throws `invalid` for one that is too long, `unavailable` when too many others are waiting. */
  abstract read(text: string): Promise<NoteBody>;
}
