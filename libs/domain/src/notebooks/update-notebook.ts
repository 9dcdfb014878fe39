import { needing } from '../core/use-case.js';
import { replaceDefault } from '../core/default-candidate.js';
import { Faults, missing } from '../core/errors.js';
import { mustReachAll } from '../core/scope.js';
import { Transaction } from '../core/transaction.js';
import type { Notebook, NotebookFields } from './notebook.js';
import { Notebooks } from './notebooks.port.js';

export class UpdateNotebook extends needing({ transaction: Transaction, notebooks: Notebooks }) {
  run({ id, ...fields }: NotebookFields & { id: string }): Promise<Notebook> {
    return this.transaction.run(async () => {
      await this.notebooks.one(id);
      const { parentId, isDefault } = fields;
      if (isDefault) mustReachAll('notes');
      if (parentId || isDefault) await this.notebooks.lockTree();
      if (parentId && !(await this.notebooks.find(parentId))) throw missing('parent_id');
      if (parentId) (await this.notebooks.nesting(parentId, id)).judge('notebook', new Faults()).throwIfAny();
      if (isDefault) await replaceDefault(this.notebooks, (await this.notebooks.default()).id, id);
      return this.notebooks.change(id, (notebook) => notebook.update(fields));
    });
  }
}
