import { needing } from '../core/use-case.js';
import { missing, notFound } from '../core/errors.js';
import { Transaction } from '../core/transaction.js';
import { Projects } from '../projects/projects.port.js';
import type { Task } from './task.js';
import { TaskMoves } from './task-moves.port.js';
import { TaskPlacement } from './task-placement.service.js';

/** Moves a task to another project, or out of all, with what is below it: each gets a number there, and its former identifiers go on resolving. */
export class MoveTask extends needing({
  transaction: Transaction,
  projects: Projects,
  placement: TaskPlacement,
  moves: TaskMoves,
}) {
  run({ id, projectId, withSubtasks = true }: { id: string; projectId: string | null; withSubtasks?: boolean }) {
    return this.transaction.run(async (): Promise<Task> => {
      const found = await this.placement.writable(id);
      if (found.projectId === projectId) return found;
      const [task, ...below] = await this.moves.lockWithSubtasks(found.id);
      if (!task) throw notFound();
      if (task.projectId === projectId) return task;
      const moving = withSubtasks ? [task, ...below] : [task];
      const homes = await this.projects.admitTasks(projectId, moving.length);
      if (!homes) throw missing('project_id');
      await this.moves.keepIdentifiers(moving.map((one) => one.id));
      await this.moves.changeEach(moving, (one, index) => one.moveTo(homes[index]!));
      const left = withSubtasks ? [] : below.filter(({ parentId }) => parentId === task.id);
      await this.moves.changeEach(left, (one) => one.adapt({ parentId: null }));
      return task;
    });
  }
}
