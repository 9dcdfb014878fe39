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

/** The project that tasks are in, or null for none, and the statuses to choose from. */
export interface TaskProject {
  project: Project | null;
  statuses: TaskStatuses;
  /** The number of a task that is new in the project. */
  number?: number;
  /** Where a task that is new outside projects stands. */
  position?: number;
}

export interface ProjectFilters {
  status?: ProjectStatus;
  isArchived?: boolean;
  q?: string;
}

export abstract class Projects extends Store<Project, ProjectFilters> {
  /**
   * Takes the next task numbers of a project, locking it: one element for each; none when there is no such project. Its statuses
   * stay as they are until the transaction ends.
   */
  abstract admitTasks(projectId: string, count: number): Promise<TaskProject[]>;

  /** The projects that these tasks are in, also those that the caller may not see, and the entry for tasks without a project. */
  abstract ofTasks(taskIds: readonly string[]): Promise<TaskProject[]>;

  /** The statuses of a project, or those of tasks without one. */
  abstract statusesOf(projectId: string | null): Promise<StatusSet>;

  /** The live and former identifiers of the tenant that begin so; nobody else asks for any before the transaction ends. */
  abstract lockIdentifiersLike(stem: string): Promise<Set<string>>;

  /** True when a live or former project of the tenant, `besides` this one, has or had the identifier. */
  abstract isTaken(identifier: string, besides?: string): Promise<boolean>;
}

/** The sections of projects, in the order of positions. */
export abstract class Sections extends Parts<Section> {
  /** The position behind the last section of a project. */
  abstract nextPosition(projectId: string): Promise<number>;
}

/** The statuses of projects, in the order of positions. */
export abstract class Statuses extends Parts<Status> {
  /** Stores those a project starts with; the project's own creation tells of them. */
  abstract addWithoutEvents(statuses: readonly Status[]): Promise<void>;

  /** Nobody takes it away, or changes its category, before the transaction ends. Where somebody has, the transaction is tried again. */
  abstract lockCategory(status: TaskStatus): Promise<void>;
}
