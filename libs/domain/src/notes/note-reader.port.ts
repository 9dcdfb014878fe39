import type { NoteBody } from './note-body.js';

export abstract class NoteReader {
  /** Slow: call it outside transactions. Throws `invalid` for too long a body, `unavailable` when the queue is full. */
  abstract read(text: string): Promise<NoteBody>;
}
