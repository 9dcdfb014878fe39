import { needing } from '../core/use-case.js';
import { Transaction } from '../core/transaction.js';
import { Notes } from '../notes/notes.port.js';
import { mustReachAll } from './must-reach-all.js';
import { NotebookTree } from './notebook-tree.js';
import { Notebooks } from './notebooks.port.js';

/** Its notes move to the default notebook, the notebooks below it to its parent. */
export class DeleteNotebook extends needing({
  transaction: Transaction,
  notebooks: Notebooks,
  tree: NotebookTree,
  notes: Notes,
}) {
  run({ id }: { id: string }): Promise<void> {
    return this.transaction.run(async () => {
      await this.notebooks.one(id);
      mustReachAll();
      await this.notebooks.arrange();
      const { id: home } = await this.notebooks.default();
      const deleted = await this.notebooks.change(id, (notebook) => notebook.delete(home));
      await this.tree.closeGap(deleted);
      await this.notes.moveAll(id, home);
    });
  }
}
