import { missing } from '../../core/errors.js';
import { Transaction } from '../../core/transaction.js';
import { uses } from '../../core/use-case.js';
import type { Task } from '../task.js';
import { TaskFamily } from '../task-family.service.js';
import { Tasks } from '../tasks.port.js';
import { Labels } from './labels.port.js';

export class AddTaskLabel extends uses({
  transaction: Transaction,
  tasks: Tasks,
  labels: Labels,
  family: TaskFamily,
}) {
  run({ id, labelId }: { id: string; labelId: string }): Promise<Task> {
    return this.transaction.run(async () => {
      await this.tasks.lock(id);
      if (!(await this.labels.lockShared(labelId))) throw missing('label_id');
      return this.family.changeAlone(id, (task) => task.addLabel(labelId));
    });
  }
}
