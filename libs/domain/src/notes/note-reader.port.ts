import type { NoteBody } from './note-body.js';

/** Reads what a body refers to and how many words it has. */
export abstract class NoteReader {
  /** Takes its time, so it is done before the rule and the transaction that take the body. Throws `invalid` for one that is too long, `unavailable` when others are read for too long. */
  abstract read(text: string): Promise<NoteBody>;
}
