import type { Notebook } from '@tandem/domain/notebooks/notebook';
import type { Notebooks } from '@tandem/domain/notebooks/notebooks.port';
import { InMemoryStore } from '@tandem/testing/in-memory-store';
import { notebookView } from './notebook.view.js';

export class InMemoryNotebooks extends InMemoryStore<Notebook> implements Notebooks {
  constructor() {
    super(notebookView);
  }

  async default(): Promise<Notebook> {
    return this.seen().find((notebook) => notebook.isDefault)!;
  }

  override async hold(id: string | null): Promise<Notebook | undefined> {
    return id ? this.find(id) : this.default();
  }

  /** One process does one thing at a time. */
  async arrange(): Promise<void> {}

  async ancestors(id: string): Promise<string[]> {
    const parent = this.seen({ deleted: true }).find((notebook) => notebook.id === id)?.parentId;
    return parent ? [parent, ...(await this.ancestors(parent))] : [];
  }

  async heightOf(id: string): Promise<number> {
    const children = await this.children(id);
    return Math.max(0, ...(await Promise.all(children.map(async (child) => 1 + (await this.heightOf(child))))));
  }

  async children(id: string): Promise<string[]> {
    return this.seen().flatMap((notebook) => (notebook.parentId === id ? [notebook.id] : []));
  }

  async nextPosition(): Promise<number> {
    return Math.max(0, ...this.seen().map(({ position }) => position)) + 1024;
  }

  /** The notes are not here. */
  async moveNotes(): Promise<void> {}
}
