import { uses } from '../core/use-case.js';
import { asConsequence, mustReachAll } from '../core/scope.js';
import { Transaction } from '../core/transaction.js';
import { NotebookNotes, Notebooks } from './notebooks.port.js';

/** Its notes move to the default notebook, the notebooks below it to its parent. */
export class DeleteNotebook extends uses({ transaction: Transaction, notebooks: Notebooks, notes: NotebookNotes }) {
  run({ id }: { id: string }): Promise<void> {
    return this.transaction.run(async () => {
      await this.notebooks.one(id);
      mustReachAll('notes');
      await this.notebooks.lockTree();
      const { id: home } = await this.notebooks.default();
      const { parentId } = await this.notebooks.change(id, (notebook) => notebook.delete(home));
      await asConsequence(() => this.notebooks.changeEach({ parentId: id }, (notebook) => notebook.moveUp(parentId)));
      await this.notes.moveAll(id, home);
    });
  }
}
