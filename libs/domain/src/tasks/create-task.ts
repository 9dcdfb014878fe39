import { uses } from '../core/use-case.js';
import { currentScope } from '../core/scope.js';
import { Transaction } from '../core/transaction.js';
import { Task } from './task.js';
import type { TaskFields } from './task-fields.js';
import { TaskPlacement } from './task-placement.service.js';
import { Tasks } from './tasks.port.js';

export class CreateTask extends uses({
  transaction: Transaction,
  tasks: Tasks,
  placement: TaskPlacement,
}) {
  run({ projectId = null, ...fields }: TaskFields & { title: string; projectId?: string | null }): Promise<Task> {
    return this.transaction.run(async () => {
      // The parent is locked before its project, as in complete and reopen, and before the fields are checked.
      const [parent, [into], referred] = await Promise.all([
        this.placement.lockParent(fields),
        this.placement.admit(projectId, 1),
        this.placement.referred(fields),
      ]);
      into?.project?.mustAcceptWrites();
      await this.placement.check(fields, { projectId, parent, isProjectThere: into !== undefined }, referred);
      return this.tasks.add(new Task(fields, into!, currentScope().actor.memberId));
    });
  }
}
