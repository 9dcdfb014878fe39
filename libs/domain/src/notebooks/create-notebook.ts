import { forbidden } from '../core/errors.js';
import { currentScope } from '../core/scope.js';
import { Transaction } from '../core/transaction.js';
import { Notebook, type NotebookFields } from './notebook.js';
import { NotebookTree } from './notebook-tree.js';
import { Notebooks } from './notebooks.port.js';

export class CreateNotebook {
  static needs = [Transaction, Notebooks, NotebookTree] as const;

  constructor(
    private readonly transaction: Transaction,
    private readonly notebooks: Notebooks,
    private readonly tree: NotebookTree,
  ) {}

  run(fields: NotebookFields & { name: string }): Promise<Notebook> {
    // A policy that names notebooks cannot name a new one, which would be lost to its maker at once.
    if (currentScope().rights.filter('notes')?.notebook_ids) throw forbidden('notes:write');
    return this.transaction.run(async () => {
      await this.tree.makeRoom(fields);
      const position = fields.position ?? (await this.notebooks.nextPosition());
      return this.notebooks.add(new Notebook({ ...fields, position }));
    });
  }
}
