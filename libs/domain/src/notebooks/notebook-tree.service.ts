import { needing } from '../core/use-case.js';
import { replaceDefault } from '../core/default-candidate.js';
import { invalid, missing } from '../core/errors.js';
import { nestingFault } from '../core/nesting.js';
import type { NotebookFields } from './notebook.js';
import { Notebooks } from './notebooks.port.js';

/** Keeps the tenant's notebooks a tree of bounded depth with one default; call it in the transaction of the change. */
export class NotebookTree extends needing({ notebooks: Notebooks }) {
  /** Checks the place that the fields give a notebook (a new one without `id`) and unsets the former default. */
  async makeRoom({ parentId, isDefault }: NotebookFields, id?: string): Promise<void> {
    if (!parentId && !isDefault) return;
    await this.notebooks.lockTree();
    if (parentId) await this.checkParent(parentId, id);
    if (isDefault) await replaceDefault(this.notebooks, (await this.notebooks.default()).id, id);
  }

  private async checkParent(parentId: string, id: string | undefined): Promise<void> {
    if (!(await this.notebooks.find(parentId))) throw missing('parent_id');
    const fault = nestingFault('notebook', await this.notebooks.nesting(parentId, id), id);
    if (fault) throw invalid([{ pointer: '/parent_id', ...fault }]);
  }
}
