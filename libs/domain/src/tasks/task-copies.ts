import { Entities } from '../core/entities.js';
import { Projects } from '../projects/projects.port.js';
import { Task } from './task.js';
import { shiftDates, type TaskDates } from './task-dates.js';
import { type LinkTarget, outside, TaskLink } from './task-link.js';
import { TaskLinks } from './task-links.port.js';
import { Tasks } from './tasks.port.js';

/** Adds new tasks like others, with the same links. */
export class TaskCopies {
  static needs = [Tasks, Projects, TaskLinks, Entities] as const;

  constructor(
    private readonly tasks: Tasks,
    private readonly projects: Projects,
    private readonly links: TaskLinks,
    private readonly entities: Entities,
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
    for (const target of await this.targetsOf(original)) await this.links.add(TaskLink.like(target, copy));
    return copy;
  }

  /** Copies of the open tasks below the original go below its copy, their dates as many days later. */
  async addBelow(original: Task, copy: Task, by: { days: number; zone: string }): Promise<void> {
    for (const child of await this.tasks.openChildren(original.id)) {
      const below = await this.add(child, shiftDates(child, by.days, by.zone), (made) => made.copyBelow(copy, child));
      if (below) await this.addBelow(child, below, by);
    }
  }

  /** What the original is linked to, each once, as it stands now: one contact may be merged into another at this moment. */
  private async targetsOf(original: Task): Promise<LinkTarget[]> {
    const targets = new Map<string, LinkTarget>();
    for (const { entityType, entityId } of await this.links.allOf(original.id)) {
      const held = entityType === outside ? undefined : await this.entities.heldIdOf(entityType, entityId);
      const target = { entityType, entityId: held ?? entityId };
      targets.set(`${entityType} ${target.entityId}`, target);
    }
    return [...targets.values()];
  }
}
