import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@tandem/domain/core/id';
import { Note } from '@tandem/domain/notes/note';
import type { Notes } from '@tandem/domain/notes/notes.port';
import { asTenant } from '@tandem/testing/as-tenant';
import { type Stand, storeContract } from '@tandem/testing/store-contract';
import { openTwoTenants } from '@tandem/testing/two-tenants';
import { SqlNotebooks } from '../notebooks/sql-notebooks.js';
import { InMemoryNotes } from './notes.fake.js';
import { SqlNotes } from './sql-notes.js';

const rename = (note: Note) => note.update({ title: `${note.title}!` });
const tells = { added: ['note.created'], changed: ['note.updated'] };
const making = (notebookId: string) => (number: number) => new Note({ title: `Note ${number}`, notebookId });

type NoteStand = Stand<Note> & { store: Notes };

async function onPostgres(): Promise<NoteStand> {
  const { database, ours, theirs, happened, close } = await openTwoTenants();
  const notebook = await asTenant(ours.tenantId, () => new SqlNotebooks(database).default());
  const tenants = [ours.tenantId, theirs.tenantId] as const;
  return { store: new SqlNotes(database), tenants, make: making(notebook.id), tells, happened, close };
}

async function inMemory(): Promise<NoteStand> {
  const store = new InMemoryNotes();
  const tenants = [newId(), newId()] as const;
  return { store, tenants, make: making(newId()), tells, happened: (tenantId) => store.happened(tenantId) };
}

storeContract('SqlNotes', onPostgres, rename);
storeContract('InMemoryNotes', inMemory, rename);

describe.each([
  ['SqlNotes', onPostgres],
  ['InMemoryNotes', inMemory],
] as const)('%s', (_, open) => {
  let stand: NoteStand;
  beforeAll(async () => void (stand = await open()));
  afterAll(() => stand.close?.());
  const ours = <T>(work: () => T) => asTenant(stand.tenants[0], work);
  const titled = async (title: string, references: string[]) =>
    ours(async () => {
      const note = await stand.make(0);
      note.update({ title, body: { text: '', wordCount: 0, references } });
      return stand.store.add(note);
    });

  it('finds backlinks by id and by title, as long as the note holds them', async () => {
    const target = await titled('The Target', []);
    const shown = async () => {
      const { items } = await ours(() => stand.store.backlinks('note', target.id));
      return items.map(({ json }) => (JSON.parse(json) as Note).title).sort();
    };
    const byTitle = await titled('by title', ['title:the target', 'title:another']);
    await titled('by id', [`note:${target.id}`]);
    expect(await shown()).toEqual(['by id', 'by title']);
    await ours(() =>
      stand.store.change(byTitle.id, (note) => note.update({ body: { text: 'x', wordCount: 1, references: [] } })),
    );
    expect(await shown()).toEqual(['by id']);
  });
});
