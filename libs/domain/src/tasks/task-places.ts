import { conflict, type Faults } from '../core/errors.js';
import { projectArchived } from '../projects/project.js';
import { Projects } from '../projects/projects.port.js';
import type { Task } from './task.js';
import { TaskNesting } from './task-nesting.js';

/** A task, or one about to be made, that goes below a parent as it was found and held. */
export interface Placed {
  id?: string;
  projectId: string | null;
  parent: Task | undefined;
}

/** Where tasks are put below others. */
export class TaskPlaces {
  static needs = [Projects, TaskNesting] as const;

  constructor(
    private readonly projects: Projects,
    private readonly nesting: TaskNesting,
  ) {}

  /** For a task that comes back: whatever it stood in may have changed meanwhile, and stays until the transaction ends. */
  async mustFitAgain(task: Task): Promise<void> {
    if (task.projectId && !(await this.projects.hold(task.projectId))) throw projectGone();
    await this.nesting.mustFit(task);
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

const projectGone = () => conflict('project_deleted', 'The project of this task was deleted meanwhile.');
