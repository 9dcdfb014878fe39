import { missing } from '../../core/errors.js';
import { Notebooks } from '../../notebooks/notebooks.port.js';
import { Note } from '../../notes/note.js';
import type { NoteBody } from '../../notes/note-body.js';
import { NoteReader } from '../../notes/note-reader.port.js';
import { Notes } from '../../notes/notes.port.js';

/** Writes notes for agents. */
export class NoteWriter {
  static needs = [Notes, Notebooks, NoteReader] as const;

  constructor(
    private readonly notes: Notes,
    private readonly notebooks: Notebooks,
    private readonly reader: NoteReader,
  ) {}

  /** Reads Markdown; done before the step that writes it. */
  read(text: string): Promise<NoteBody> {
    return this.reader.read(text);
  }

  /** Part of a step: the note's id. */
  async write(title: string, body: NoteBody, notebookId: string | null): Promise<string> {
    const notebook = await this.notebooks.hold(notebookId);
    if (!notebook) throw missing('notebook_id');
    return (await this.notes.add(new Note({ title, body, notebookId: notebook.id }))).id;
  }
}
