import { Projects } from '../projects/projects.port.js';
import type { StatusSet } from '../projects/status.js';
import { Statuses } from '../projects/statuses.port.js';
import type { Task } from './task.js';
import { Tasks } from './tasks.port.js';

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
    if (task.projectId) (await this.projects.find(task.projectId))?.mustAcceptWrites();
    return task;
  }

  async change(id: string, rule: (task: Task, statuses: StatusSet) => void): Promise<Task> {
    const { projectId } = await this.writable(id);
    const statuses = await this.statuses.setOf(projectId);
    return this.tasks.change(id, (task) => rule(task, statuses));
  }
}
