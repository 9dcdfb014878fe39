import type { TaskProject } from './projects.port.js';

/** The tasks of a project, or those in a section or status of it. */
export type InProject = { projectId: string; sectionId?: string; statusId?: string };

/** What projects ask of their tasks; all methods include tasks that the caller does not see. */
export abstract class ProjectTasks {
  /** Locks them, deleted ones too; one caller at a time has such locks in a project. Lock order: tasks before their project. */
  abstract lockIn(where: InProject): Promise<void>;

  /** How many tasks of the project are not deleted, counted to 1,000. */
  abstract countIn(projectId: string): Promise<number>;

  /** True when a task, deleted ones included, is in this status. */
  abstract areAnyIn(statusId: string): Promise<boolean>;

  /** Renames all tasks after the new identifier of their project. */
  abstract renumber(projectId: string, identifier: string): Promise<void>;

  /** Takes all tasks out of the section. */
  abstract leaveSection(sectionId: string): Promise<void>;

  /** Moves all tasks from the status to another one of its category. */
  abstract leaveStatus(statusId: string, statuses: TaskProject['statuses']): Promise<void>;
}
