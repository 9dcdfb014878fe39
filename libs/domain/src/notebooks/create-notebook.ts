import { uses } from '../core/use-case.js';
import { mustReachAll } from '../core/scope.js';
import { Transaction } from '../core/transaction.js';
import { Notebook, type NotebookFields } from './notebook.js';
import { NotebookTree } from './notebook-tree.service.js';
import { Notebooks } from './notebooks.port.js';

export class CreateNotebook extends uses({ transaction: Transaction, notebooks: Notebooks, tree: NotebookTree }) {
  run(fields: NotebookFields & { name: string }): Promise<Notebook> {
    mustReachAll('notes');
    return this.transaction.run(async () => {
      await this.tree.makeRoom(fields);
      const position = fields.position ?? (await this.notebooks.nextPosition());
      return this.notebooks.add(new Notebook({ ...fields, position }));
    });
  }
}
