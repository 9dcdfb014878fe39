import { uses } from '../core/use-case.js';
import { asConsequence, mustReachAll } from '../core/scope.js';
import { Transaction } from '../core/transaction.js';
import { NotebookNotes, Notebooks } from './notebooks.port.js';

/** Moves its notes to the default notebook, and its children to its parent. */
export class DeleteNotebook extends uses({ transaction: Transaction, notebooks: Notebooks, notes: NotebookNotes }) {
  run({ id }: { id: string }): Promise<void> {
    return this.transaction.run(async () => {
      await this.notebooks.one(id);
      mustReachAll('notes');
      await this.notebooks.lockTree();
      const { id: defaultId } = await this.notebooks.default();
      const { parentId } = await this.notebooks.change(id, (notebook) => notebook.delete(defaultId));
      await asConsequence(() => this.notebooks.changeEach({ parentId: id }, (notebook) => notebook.moveUp(parentId)));
      await this.notes.moveAll(id, defaultId);
    });
  }
}
