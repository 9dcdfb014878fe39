import type { Faults } from '../core/errors.js';
import { projectArchived } from '../projects/project.js';
import { Projects } from '../projects/projects.port.js';
import type { Task } from './task.js';
import { TaskNesting } from './task-nesting.js';
import { Tasks } from './tasks.port.js';

/** A task, or one about to be made, that goes below a parent as `hold` found it. */
export interface Placed {
  id?: string;
  projectId: string | null;
  parent: Task | undefined;
}

/** Where tasks are put below others. */
export class TaskPlaces {
  static needs = [Tasks, Projects, TaskNesting] as const;

  constructor(
    private readonly tasks: Tasks,
    private readonly projects: Projects,
    private readonly nesting: TaskNesting,
  ) {}

  /** The parent-to-be, which nobody deletes before the transaction ends; the task too is locked, if it is there already. */
  async hold(parentId: string, id?: string): Promise<Task | undefined> {
    if (id) await this.tasks.holdTree();
    if (id) await this.tasks.lockFamily(id, parentId);
    return this.tasks.hold(parentId);
  }

  async check({ parent, ...task }: Placed, faults: Faults): Promise<void> {
    if (!parent) return void faults.missing('parent_id');
    // The task's own project was asked before.
    const elsewhere = parent.projectId === task.projectId ? null : parent.projectId;
    if (elsewhere && (await this.projects.isArchived(elsewhere))) throw projectArchived();
    const fault = await this.nesting.fault(parent.id, task.id);
    if (fault) faults.expect(false, 'parent_id', fault.code, fault.detail);
  }
}
