import { uses } from '../core/use-case.js';
import { mustReachAll } from '../core/scope.js';
import { Transaction } from '../core/transaction.js';
import type { Notebook, NotebookFields } from './notebook.js';
import { NotebookTree } from './notebook-tree.service.js';
import { Notebooks } from './notebooks.port.js';

export class UpdateNotebook extends uses({ transaction: Transaction, notebooks: Notebooks, tree: NotebookTree }) {
  run({ id, ...fields }: NotebookFields & { id: string }): Promise<Notebook> {
    return this.transaction.run(async () => {
      await this.notebooks.one(id);
      if (fields.isDefault) mustReachAll('notes');
      await this.tree.makeRoom(fields, id);
      return this.notebooks.change(id, (notebook) => notebook.update(fields));
    });
  }
}
