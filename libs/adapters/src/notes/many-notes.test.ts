import { describe, expect, it } from '@jest/globals';
import { Notebooks } from '@tandem/domain/notebooks/notebooks.port';
import { Note } from '@tandem/domain/notes/note';
import { Database } from '@tandem/platform/postgres/database';
import { useStore } from '@tandem/testing/use-store';
import { SqlNotes } from './sql-notes.js';

/** Read and changed some at a time, in more rounds than PostgreSQL tries a plan for the values before it keeps one for all. */
const many = 200;

describe('notes that are changed, however many they are', () => {
  const { ours, get } = useStore(SqlNotes);

  it('are read by a plan for these very notes each time: with one for all, each round might read and sort them all', async () => {
    const plans = await ours(async (notes) => {
      const { id: notebookId } = await get(Notebooks).default();
      for (let n = 0; n < many; n++) await notes.add(new Note({ title: `Note ${n}`, notebookId }));
      const database = get(Database);
      return database.run(async () => {
        let changed = 0;
        await notes.changeEach({ notebookId }, (note) => void (changed++, note.update({ isPinned: true })));
        expect(changed).toBe(many);
        const text = `select custom_plans > 5 as anew, generic_plans::int as kept from pg_prepared_statements where statement like $1`;
        return database.query(text, ['select%from notes t%t.id > %for update of t%']);
      });
    });
    expect(plans).toEqual([{ anew: true, kept: 0 }]);
  });
});
