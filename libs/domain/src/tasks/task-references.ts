import { Faults } from '../core/errors.js';
import { Members } from '../members/members.port.js';
import { Sections } from '../projects/sections.port.js';
import type { Task } from './task.js';
import type { TaskFields } from './task-fields.js';
import { type Placed, TaskPlaces } from './task-places.js';

/** Checks that what a task's fields refer to exists for the caller and fits; throws with every fault. */
export class TaskReferences {
  static needs = [TaskPlaces, Members, Sections] as const;

  constructor(
    private readonly places: TaskPlaces,
    private readonly members: Members,
    private readonly sections: Sections,
  ) {}

  /** The parent-to-be; what is locked comes before what is checked. */
  async parentOf({ parentId }: TaskFields, id?: string): Promise<Task | undefined> {
    return parentId ? this.places.hold(parentId, id) : undefined;
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
