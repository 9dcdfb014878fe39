import { missing } from '../../core/errors.js';
import { Notebooks } from '../../notebooks/notebooks.port.js';
import { Note } from '../../notes/note.js';

import { type NoteBody, readBody } from '../../notes/note-body.js';
import { Notes } from '../../notes/notes.port.js';
import { OwnAddress } from '../../notes/own-address.port.js';

/** Writes notes for agents. */
export class NoteWriter {
  static needs = [Notes, Notebooks, OwnAddress] as const;

  constructor(
    private readonly notes: Notes,
    private readonly notebooks: Notebooks,
    private readonly address: OwnAddress,
  ) {}

  /** Reads Markdown; done before the step that writes it. */
  read(text: string): Promise<NoteBody> {
    return readBody(text, this.address);
  }

  /** Part of a step: the note's id. */
  async write(title: string, body: NoteBody, notebookId: string | null): Promise<string> {
    const notebook = await this.notebooks.hold(notebookId);
    if (!notebook) throw missing('notebook_id');
    return (await this.notes.add(new Note({ title, body, notebookId: notebook.id }))).id;
  }
}
