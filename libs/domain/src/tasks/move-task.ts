import { uses } from '../core/use-case.js';
import { missing, notFound } from '../core/errors.js';
import { Transaction } from '../core/transaction.js';
import type { Task } from './task.js';
import { TaskPlacement } from './task-placement.service.js';
import { Tasks } from './tasks.port.js';

/** Moves a task and its subtasks to another project, or out of all. Each gets a new identifier; the former ones keep resolving. */
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
      const places = await this.placement.admit(projectId, moving.length);
      if (places.length === 0) throw missing('project_id');
      const ids = idsOf(moving);
      const placeOf = new Map(ids.map((one, index) => [one, places[index]!]));
      await this.tasks.rememberIdentifiers(ids);
      await this.tasks.changeEach({ ids }, (one) => one.moveTo(placeOf.get(one.id)!));
      const left = withSubtasks ? [] : below.filter(({ parentId }) => parentId === task.id);
      await this.tasks.changeEach({ ids: idsOf(left) }, (one) => one.leaveParent());
      return this.tasks.one(task.id);
    });
  }
}

const idsOf = (tasks: readonly Task[]) => tasks.map(({ id }) => id);
