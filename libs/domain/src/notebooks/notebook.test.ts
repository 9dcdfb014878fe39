import { describe, expect, it } from '@jest/globals';
import { asTenant } from '@tandem/testing/as-tenant';
import { takeRecorded } from '../core/entity.js';
import { newId } from '../core/id.js';
import { Notebook } from './notebook.js';

const created = (fields = {}) => asTenant(newId(), () => new Notebook({ name: 'Meetings', ...fields }));
const events = (notebook: Notebook) => takeRecorded(notebook).map(({ type }) => type);

describe('a notebook', () => {
  it('is not the default unless requested', () => {
    const notebook = created();
    expect(notebook).toMatchObject({ isDefault: false, parentId: null, metadata: {} });
    expect(events(notebook)).toEqual(['notebook.created']);
  });

  it('keeps omitted fields, and clears those set to null', () => {
    const notebook = created({ color: 'red', description: 'old' });
    notebook.update({ color: null, name: 'Talks' });
    expect(notebook).toMatchObject({ name: 'Talks', color: null, description: 'old' });
  });

  it('keeps name, position and default when an update sets them to null', () => {
    const notebook = created({ position: 7, isDefault: true });
    notebook.update({ name: null, position: null, isDefault: null, metadata: null });
    expect(notebook).toMatchObject({ name: 'Meetings', position: 7, isDefault: true, metadata: {} });
  });

  it('cannot be unset as the default, or deleted, while it is the default', () => {
    const notebook = created({ isDefault: true });
    expect(() => notebook.update({ isDefault: false })).toThrow(expect.objectContaining({ code: 'default_notebook' }));
    expect(() => notebook.delete(newId())).toThrow(expect.objectContaining({ code: 'default_notebook' }));
    expect(notebook).toMatchObject({ isDefault: true, deletedAt: null });
  });

  it('can be deleted after another became the default, with the destination of its notes', () => {
    const notebook = created({ isDefault: true });
    notebook.unsetDefault();
    notebook.delete('elsewhere');
    expect(notebook.deletedAt).toBeInstanceOf(Date);
    expect(takeRecorded(notebook).at(-1)).toEqual({
      type: 'notebook.deleted',
      details: { notes_moved_to: 'elsewhere' },
    });
  });
});
