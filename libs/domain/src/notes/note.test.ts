import { describe, expect, it } from '@jest/globals';
import { asTenant } from '@tandem/testing/as-tenant';
import { takeRecorded } from '../core/entity.js';
import { newId } from '../core/id.js';
import { Note, type NoteFields } from './note.js';

const created = (fields: NoteFields = {}) =>
  asTenant(newId(), () => new Note({ title: 'Plan', notebookId: newId(), ...fields }));
const events = (note: Note) => takeRecorded(note).map(({ type }) => type);
const body = { text: 'See WEB-1', wordCount: 3, references: ['key:WEB-1'] };

describe('a note', () => {
  it('starts empty except for its title', () => {
    expect(created()).toMatchObject({ body: '', wordCount: 0, tags: [], isPinned: false, isArchived: false });
  });

  it('takes word count and references from its body', () => {
    const note = created();
    expect(note.references).toBeNull();
    note.update({ body });
    expect(note).toMatchObject({ body: 'See WEB-1', wordCount: 3, references: ['key:WEB-1'] });
  });

  it('stores each tag once, in the given order', () => {
    expect(created({ tags: ['b', 'a', 'b'] }).tags).toEqual(['b', 'a']);
  });

  it('clears tags, source and metadata set to null', () => {
    const note = created({ tags: ['a'], sourceUrl: 'https://example.com', metadata: { a: 1 } });
    note.update({ tags: null, sourceUrl: null, metadata: null });
    expect(note).toMatchObject({ tags: [], sourceUrl: null, metadata: {} });
  });

  it.each<[string, NoteFields, string[]]>([
    ['archiving it', { isArchived: true }, ['note.archived']],
    ['archiving it with another change', { isArchived: true, title: 'Old plan' }, ['note.archived', 'note.updated']],
    ['changing its title', { title: 'Old plan' }, ['note.updated']],
    ['pinning it', { isPinned: true }, ['note.updated']],
  ])('records the event: %s', (_, fields, expected) => {
    const note = created();
    takeRecorded(note);
    note.update(fields);
    expect(events(note)).toEqual(expected);
  });

  it('records unarchiving as an ordinary update', () => {
    const note = created({ isArchived: true });
    takeRecorded(note);
    note.update({ isArchived: true });
    note.update({ isArchived: false });
    expect(events(note)).toEqual(['note.updated', 'note.updated']);
  });

  it('moves with its deleted notebook while deleted, without an event, and can be restored for 30 days', () => {
    const note = created();
    note.delete();
    takeRecorded(note);
    const notebookId = newId();
    note.moveTo(notebookId);
    expect(events(note)).toEqual([]);
    note.restore();
    expect(note).toMatchObject({ notebookId, deletedAt: null });
    expect(events(note)).toEqual(['note.updated']);
    note.deletedAt = new Date(Date.now() - 31 * 86_400_000);
    expect(() => note.restore()).toThrow(expect.objectContaining({ code: 'not_found' }));
  });
});
