import type { TaskProject } from './projects.port.js';

export type InProject = { projectId: string; sectionId?: string; statusId?: string };

/** Operations of projects on their tasks, including tasks hidden from the caller. */
export abstract class ProjectTasks {
  /** Locks the tasks, including deleted ones; serialized per project. Lock order: tasks before their project. */
  abstract lockIn(where: InProject): Promise<void>;

  /** Number of tasks that are not deleted, up to 1,000. */
  abstract countIn(projectId: string): Promise<number>;

  /** Includes deleted tasks. */
  abstract areAnyIn(statusId: string): Promise<boolean>;

  abstract renumber(projectId: string, identifier: string): Promise<void>;

  abstract leaveSection(sectionId: string): Promise<void>;

  /** Moves all tasks to another status of the same category. */
  abstract leaveStatus(statusId: string, statuses: TaskProject['statuses']): Promise<void>;
}
