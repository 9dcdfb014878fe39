import { needing } from '../core/use-case.js';
import type { Note } from './note.js';
import type { NoteBody } from './note-body.js';
import { NoteWriting, type WrittenNote } from './note-writing.service.js';

type NewNote = Omit<WrittenNote, 'body'> & { body?: string | null };

export class CreateNote extends needing({ writing: NoteWriting }) {
  prepare({ body }: NewNote): Promise<NoteBody> {
    return this.writing.read(body ?? '');
  }

  async run(fields: NewNote, prepared?: NoteBody): Promise<Note> {
    return this.writing.write({ ...fields, body: prepared ?? (await this.prepare(fields)) });
  }
}
