import { Transaction } from '../core/transaction.js';
import type { Task } from './task.js';
import { TaskDesk } from './task-desk.js';
import type { TaskFields } from './task-fields.js';
import { TaskFamily } from './task-family.js';
import { TaskReferences } from './task-references.js';

export class UpdateTask {
  static needs = [Transaction, TaskDesk, TaskFamily, TaskReferences] as const;

  constructor(
    private readonly transaction: Transaction,
    private readonly desk: TaskDesk,
    private readonly family: TaskFamily,
    private readonly references: TaskReferences,
  ) {}

  run({ id, ...fields }: TaskFields & { id: string }): Promise<Task> {
    return this.transaction.run(async () => {
      const { projectId } = await this.desk.writable(id);
      await this.references.check(fields, { id, projectId, parent: await this.references.parentOf(fields, id) });
      const desk = fields.statusId === undefined ? this.desk : this.family;
      return desk.change(id, (task, statuses) => task.update(fields, statuses));
    });
  }
}
