import { needing } from '../core/use-case.js';
import { Transaction } from '../core/transaction.js';
import { mustReachAll } from './must-reach-all.js';
import { Notebook, type NotebookFields } from './notebook.js';
import { NotebookTree } from './notebook-tree.service.js';
import { Notebooks } from './notebooks.port.js';

export class CreateNotebook extends needing({ transaction: Transaction, notebooks: Notebooks, tree: NotebookTree }) {
  run(fields: NotebookFields & { name: string }): Promise<Notebook> {
    mustReachAll();
    return this.transaction.run(async () => {
      await this.tree.makeRoom(fields);
      const position = fields.position ?? (await this.notebooks.nextPosition());
      return this.notebooks.add(new Notebook({ ...fields, position }));
    });
  }
}
