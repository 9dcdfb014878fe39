import { describe, expect, it } from '@jest/globals';
import { Notebooks } from '@tandem/domain/notebooks/notebooks.port';
import { Note } from '@tandem/domain/notes/note';
import { Database } from '@tandem/platform/postgres/database';
import { useStore } from '@tandem/testing/use-store';
import { SqlNotes } from './sql-notes.js';

/** Changed in more batches than PostgreSQL plans individually before it may choose a generic plan. */
const many = 200;

describe('changing many notes', () => {
  const { ours, get } = useStore(SqlNotes);

  it('plans each batch individually: a generic plan might read and sort all notes every time', async () => {
    const plans = await ours(async (notes) => {
      const { id: notebookId } = await get(Notebooks).default();
      for (let n = 0; n < many; n++) await notes.add(new Note({ title: `Note ${n}`, notebookId }));
      const database = get(Database);
      return database.run(async () => {
        let changed = 0;
        await notes.changeEach({ notebookId }, (note) => void (changed++, note.update({ isPinned: true })));
        expect(changed).toBe(many);
        const text = `select custom_plans > 5 as custom, generic_plans::int as generic
          from pg_prepared_statements where statement like $1`;
        return database.query(text, ['select%from notes t%t.id > %for update of t%']);
      });
    });
    expect(plans).toEqual([{ custom: true, generic: 0 }]);
  });
});
