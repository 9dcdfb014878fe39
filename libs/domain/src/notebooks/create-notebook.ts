import { needing } from '../core/use-case.js';
import { replaceDefault } from '../core/default-candidate.js';
import { Faults, missing } from '../core/errors.js';
import { mustReachAll } from '../core/scope.js';
import { Transaction } from '../core/transaction.js';
import { Notebook, type NotebookFields } from './notebook.js';
import { Notebooks } from './notebooks.port.js';

export class CreateNotebook extends needing({ transaction: Transaction, notebooks: Notebooks }) {
  run(fields: NotebookFields & { name: string }): Promise<Notebook> {
    mustReachAll('notes');
    return this.transaction.run(async () => {
      const { parentId, isDefault } = fields;
      if (parentId || isDefault) await this.notebooks.lockTree();
      if (parentId && !(await this.notebooks.find(parentId))) throw missing('parent_id');
      if (parentId) (await this.notebooks.nesting(parentId)).judge('notebook', new Faults()).throwIfAny();
      if (isDefault) await replaceDefault(this.notebooks, (await this.notebooks.default()).id);
      const position = fields.position ?? (await this.notebooks.nextPosition());
      return this.notebooks.add(new Notebook({ ...fields, position }));
    });
  }
}
