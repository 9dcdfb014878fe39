import type { LinkableType } from '@tandem/domain/core/linkable';
import { List } from '@tandem/domain/core/page';
import type { Note } from '@tandem/domain/notes/note';
import type { Notes } from '@tandem/domain/notes/notes.port';
import { recordReference, titleReference } from '@tandem/domain/notes/references';
import { InMemoryStore } from '@tandem/testing/in-memory-store';
import { noteView } from './note.view.js';

export class InMemoryNotes extends InMemoryStore<Note> implements Notes {
  constructor() {
    super(noteView);
  }

  /** It knows notes only, so these resolve by title too; everything else by its id. */
  async backlinks(type: LinkableType, id: string): Promise<List> {
    const title = type === 'note' ? (await this.find(id))?.title : undefined;
    const names = [recordReference(type, id), ...(title === undefined ? [] : [titleReference(title)])];
    const found = this.seen()
      .filter(({ references }) => names.some((name) => references?.includes(name)))
      .sort((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime());
    return new List(
      found.map((note) => this.rendered(note)),
      false,
    );
  }
}
