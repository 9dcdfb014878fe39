import { Parts, Store } from '../core/store.js';
import type { Project, ProjectStatus, StatusSet } from './project.js';
import type { Section } from './section.js';
import type { Status } from './status.js';
import type { TaskStatus, TaskStatuses } from './task-statuses.js';

declare module '../core/vocabulary.js' {
  interface Domains {
    projects: true;
  }
  interface Linkables {
    project: true;
  }
}

export interface TaskProject {
  project: Project | null;
  statuses: TaskStatuses;
  number?: number;
  position?: number;
}

export interface ProjectFilters {
  status?: ProjectStatus;
  isArchived?: boolean;
  q?: string;
}

export abstract class Projects extends Store<Project, ProjectFilters> {
  /** Reserves task numbers; locks the project and its statuses. One element per task; empty without such a project. */
  abstract admitTasks(projectId: string, count: number): Promise<TaskProject[]>;

  /** The projects of these tasks, including hidden ones, with an entry for tasks without a project. */
  abstract ofTasks(taskIds: readonly string[]): Promise<TaskProject[]>;

  /** Null selects the statuses of tasks without a project. */
  abstract statusesOf(projectId: string | null): Promise<StatusSet>;

  /** Current and former identifiers with this stem, locked against reservations until the transaction ends. */
  abstract lockIdentifiersLike(stem: string): Promise<Set<string>>;

  /** True when another project (not `besides`) has or had the identifier. */
  abstract isTaken(identifier: string, besides?: string): Promise<boolean>;
}

/** Ordered by position. */
export abstract class Sections extends Parts<Section> {
  abstract nextPosition(projectId: string): Promise<number>;
}

/** Ordered by position. */
export abstract class Statuses extends Parts<Status> {
  abstract addWithoutEvents(statuses: readonly Status[]): Promise<void>;

  /** Prevents deletion and changes of category; after a concurrent change, the transaction is retried. */
  abstract lockCategory(status: TaskStatus): Promise<void>;
}
