import { uses } from '../core/use-case.js';
import { replaceDefault } from '../core/default-candidate.js';
import { Faults } from '../core/errors.js';
import type { NotebookFields } from './notebook.js';
import { Notebooks } from './notebooks.port.js';

/** Keeps the notebooks a tree of limited depth with one default; call it in the transaction of the change. */
export class NotebookTree extends uses({ notebooks: Notebooks }) {
  async makeRoom({ parentId, isDefault }: NotebookFields, id?: string): Promise<void> {
    if (!parentId && !isDefault) return;
    await this.notebooks.lockTree();
    if (parentId) await this.mustFitBelow(parentId, id);
    if (isDefault) await replaceDefault(this.notebooks, (await this.notebooks.default()).id, id);
  }

  private async mustFitBelow(parentId: string, id: string | undefined): Promise<void> {
    const faults = new Faults();
    if (await this.notebooks.find(parentId)) (await this.notebooks.nesting(parentId, id)).judge('notebook', faults);
    else faults.missing('parent_id');
    faults.throwIfAny();
  }
}
