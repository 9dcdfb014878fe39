import { missing } from '../core/errors.js';
import { currentScope } from '../core/scope.js';
import { Transaction } from '../core/transaction.js';
import { Projects } from '../projects/projects.port.js';
import { Task, type TaskFields } from './task.js';
import { TaskReferences } from './task-references.js';
import { Tasks } from './tasks.port.js';

export class CreateTask {
  static needs = [Transaction, Tasks, Projects, TaskReferences] as const;

  constructor(
    private readonly transaction: Transaction,
    private readonly tasks: Tasks,
    private readonly projects: Projects,
    private readonly references: TaskReferences,
  ) {}

  run({ projectId = null, ...fields }: TaskFields & { title: string; projectId?: string | null }): Promise<Task> {
    return this.transaction.run(async () => {
      const home = await this.projects.admitTask(projectId);
      if (!home) throw missing('project_id');
      const task = new Task(fields, home, currentScope().actor.memberId);
      await this.references.check(fields, projectId);
      if (fields.position === undefined) task.position = await this.tasks.nextPosition(projectId);
      return this.tasks.add(task);
    });
  }
}
