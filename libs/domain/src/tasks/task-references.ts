import { Faults } from '../core/errors.js';
import { Members } from '../members/members.port.js';
import { Sections } from '../projects/sections.port.js';
import type { TaskFields } from './task-fields.js';
import { Tasks } from './tasks.port.js';

const deepest = 10;

/** Checks that what a task's fields refer to exists for the caller and fits; throws with every fault. */
export class TaskReferences {
  static needs = [Tasks, Members, Sections] as const;

  constructor(
    private readonly tasks: Tasks,
    private readonly members: Members,
    private readonly sections: Sections,
  ) {}

  async check(fields: TaskFields, projectId: string | null, taskId?: string, isProjectKnown = true): Promise<void> {
    const faults = new Faults();
    if (!isProjectKnown) faults.missing('project_id');
    if (fields.assigneeId && !(await this.members.find(fields.assigneeId))?.isActive) faults.missing('assignee_id');
    if (fields.sectionId && (await this.sections.find(fields.sectionId))?.projectId !== projectId)
      faults.missing('section_id');
    if (fields.parentId) await this.checkParent(fields.parentId, taskId, faults);
    faults.throwIfAny();
  }

  private async checkParent(parentId: string, taskId: string | undefined, faults: Faults): Promise<void> {
    if (taskId) await this.tasks.holdTree();
    if (!(await this.tasks.find(parentId))) return void faults.missing('parent_id');
    const line = [parentId, ...(await this.tasks.ancestors(parentId))];
    const height = taskId ? await this.tasks.heightOf(taskId) : 0;
    faults
      .expect(!taskId || !line.includes(taskId), 'parent_id', 'cycle', 'A task cannot be below itself.')
      .expect(line.length + height < deepest, 'parent_id', 'too_deep', `Tasks nest at most ${deepest} deep.`);
  }
}
