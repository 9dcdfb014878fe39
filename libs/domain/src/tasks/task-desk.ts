import { Projects } from '../projects/projects.port.js';
import { projectArchived } from '../projects/project.js';
import type { StatusSet } from '../projects/status.js';
import { Statuses } from '../projects/statuses.port.js';
import type { Task } from './task.js';
import { Tasks } from './tasks.port.js';

export type TaskRule = (task: Task, statuses: StatusSet) => void;

/** Brings together what a rule about a task is decided with: the task and the statuses of its project. */
export class TaskDesk {
  static needs = [Tasks, Statuses, Projects] as const;

  constructor(
    private readonly tasks: Tasks,
    private readonly statuses: Statuses,
    private readonly projects: Projects,
  ) {}

  /** The task, if its project accepts writes. */
  async writable(id: string): Promise<Task> {
    const task = await this.tasks.one(id);
    await this.mustAcceptWrites(task);
    return task;
  }

  async mustAcceptWrites({ projectId }: Task): Promise<void> {
    if (projectId && (await this.projects.isArchived(projectId))) throw projectArchived();
  }

  async change(id: string, rule: TaskRule): Promise<Task> {
    const { projectId } = await this.writable(id);
    const statuses = await this.statuses.setOf(projectId);
    return this.tasks.change(id, (task) => rule(task, statuses));
  }
}
