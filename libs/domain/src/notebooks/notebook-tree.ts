import { needing } from '../core/use-case.js';
import { missing } from '../core/errors.js';
import { asConsequence } from '../core/scope.js';
import { type Notebook, type NotebookFields, mustNest } from './notebook.js';
import { Notebooks } from './notebooks.port.js';

/** Keeps the tenant's notebooks a tree of bounded depth with one default; each call belongs into the transaction of the change. */
export class NotebookTree extends needing({ notebooks: Notebooks }) {
  /** Checks the place that the fields give a notebook (a new one without `id`); who was the default before gives way. */
  async makeRoom({ parentId, isDefault }: NotebookFields, id?: string): Promise<void> {
    if (!parentId && !isDefault) return;
    await this.notebooks.arrange();
    if (parentId) await this.checkParent(parentId, id);
    const former = isDefault ? await this.notebooks.default() : undefined;
    if (former && former.id !== id)
      await asConsequence(() => this.notebooks.change(former.id, (notebook) => notebook.giveWay()));
  }

  /** The notebooks below a deleted one go to its own parent. */
  async closeGap({ id, parentId }: Notebook): Promise<void> {
    for (const child of await this.notebooks.children(id))
      await asConsequence(() => this.notebooks.change(child, (notebook) => notebook.moveUp(parentId)));
  }

  private async checkParent(parentId: string, id: string | undefined): Promise<void> {
    if (!(await this.notebooks.find(parentId))) throw missing('parent_id');
    const line = [parentId, ...(await this.notebooks.ancestors(parentId))];
    mustNest(line, id ? await this.notebooks.heightOf(id) : 0, id);
  }
}
