import type { NoteBody } from './note-body.js';

export abstract class NoteReader {
  /**
   * Slow for long bodies, so call it outside transactions. Throws `invalid` for a body that is too long, and
   * `unavailable` when the queue is full.
   */
  abstract read(text: string): Promise<NoteBody>;
}
