import { Notebooks } from '@tandem/domain/notebooks/notebooks.port';
import { Note } from '@tandem/domain/notes/note';
import { storeContract } from '@tandem/testing/store-contract';
import { SqlNotes } from './sql-notes.js';

storeContract(SqlNotes, {
  async make(number, get) {
    const { id: notebookId } = await get(Notebooks).default();
    return new Note({ title: `Note ${number}`, notebookId });
  },
  change: (note) => note.update({ title: 'Another' }),
  filters: { q: 'other' },
  records: { added: ['note.created'], changed: ['note.updated'] },
});
