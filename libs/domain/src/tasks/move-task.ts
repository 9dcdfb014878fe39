import { uses } from '../core/use-case.js';
import { missing, notFound } from '../core/errors.js';
import { Transaction } from '../core/transaction.js';
import type { Task } from './task.js';
import { TaskPlacement } from './task-placement.service.js';
import { Tasks } from './tasks.port.js';

/** Moves a task and its subtasks into or out of a project. Each gets a new identifier; former ones still resolve. */
export class MoveTask extends uses({
  transaction: Transaction,
  placement: TaskPlacement,
  tasks: Tasks,
}) {
  run({ id, projectId, withSubtasks = true }: { id: string; projectId: string | null; withSubtasks?: boolean }) {
    return this.transaction.run(async (): Promise<Task> => {
      const found = await this.placement.writable(id);
      if (found.projectId === projectId) return found;
      const [task, ...below] = await this.tasks.lockWithSubtasks(found.id);
      if (!task) throw notFound();
      if (task.projectId === projectId) return task;
      const moving = withSubtasks ? [task, ...below] : [task];
      const destinations = await this.placement.admit(projectId, moving.length);
      if (destinations.length === 0) throw missing('project_id');
      const ids = idsOf(moving);
      const destinationOf = new Map(ids.map((one, index) => [one, destinations[index]!]));
      await this.tasks.rememberIdentifiers(ids);
      await this.tasks.changeEach({ ids }, (one) => one.moveTo(destinationOf.get(one.id)!));
      const left = withSubtasks ? [] : below.filter(({ parentId }) => parentId === task.id);
      await this.tasks.changeEach({ ids: idsOf(left) }, (one) => one.leaveParent());
      return this.tasks.one(task.id);
    });
  }
}

const idsOf = (tasks: readonly Task[]) => tasks.map(({ id }) => id);
