import { Faults } from '../core/errors.js';
import { Members } from '../members/members.port.js';
import { Sections } from '../projects/sections.port.js';
import type { Task } from './task.js';
import type { TaskFields } from './task-fields.js';
import { type Placed, TaskPlaces } from './task-places.js';
import { Tasks } from './tasks.port.js';

/** Checks that what a task's fields refer to exists for the caller and fits; throws with every fault. */
export class TaskReferences {
  static needs = [Tasks, TaskPlaces, Members, Sections] as const;

  constructor(
    private readonly tasks: Tasks,
    private readonly places: TaskPlaces,
    private readonly members: Members,
    private readonly sections: Sections,
  ) {}

  /**
   * The parent-to-be, which nobody deletes before the transaction ends; the task too is locked, if it is there already. What is
   * locked comes before what is checked.
   */
  async parentOf({ parentId }: TaskFields, id?: string): Promise<Task | undefined> {
    if (!parentId) return undefined;
    if (id) await this.tasks.holdTree();
    if (id) await this.tasks.lockFamily(id, parentId);
    return this.tasks.hold(parentId);
  }

  async check(fields: TaskFields, task: Placed & { isProjectThere?: boolean }): Promise<void> {
    const faults = new Faults();
    if (task.isProjectThere === false) faults.missing('project_id');
    if (fields.assigneeId && !(await this.members.find(fields.assigneeId))?.isActive) faults.missing('assignee_id');
    if (fields.sectionId && (await this.sections.find(fields.sectionId))?.projectId !== task.projectId)
      faults.missing('section_id');
    if (fields.parentId) await this.places.check(task, faults);
    faults.throwIfAny();
  }
}
