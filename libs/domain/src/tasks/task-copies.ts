import { Projects } from '../projects/projects.port.js';
import { LinkCopies } from './links/link-copies.js';
import { Task } from './task.js';
import { shiftDates, type TaskDates } from './task-dates.js';
import { Tasks } from './tasks.port.js';

/** Adds new tasks like others, with the same links. */
export class TaskCopies {
  static needs = [Tasks, Projects, LinkCopies] as const;

  constructor(
    private readonly tasks: Tasks,
    private readonly projects: Projects,
    private readonly links: LinkCopies,
  ) {}

  /** Undefined when the project of the original takes no new task. */
  async add(original: Task, dates: TaskDates, rule: (copy: Task) => void): Promise<Task | undefined> {
    const { projectId } = original;
    const isShut = projectId !== null && (await this.projects.isArchived(projectId));
    const home = isShut ? undefined : await this.projects.admitTask(projectId);
    if (!home) return undefined;
    const copy = new Task({ ...original.plainFields, ...dates }, home, original.creatorId);
    if (!home.project) copy.position = await this.tasks.nextPositionOutsideProjects();
    rule(copy);
    await this.tasks.add(copy);
    await this.links.add(original, copy);
    return copy;
  }

  /** Copies of the open tasks below the original go below its copy, their dates as many days later. */
  async addBelow(original: Task, copy: Task, by: { days: number; zone: string }): Promise<void> {
    for (const child of await this.tasks.openChildren(original.id)) {
      const below = await this.add(child, shiftDates(child, by.days, by.zone), (made) => made.copyBelow(copy, child));
      if (below) await this.addBelow(child, below, by);
    }
  }
}
