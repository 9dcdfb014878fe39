import { Parts, Store } from '../core/store.js';
import type { Project, ProjectStatus } from './project.js';
import type { Section } from './section.js';
import type { Status, StatusSet } from './status.js';

/** Where a task is: its project, or null for none, and the statuses to choose from. */
export interface TaskHome {
  project: Project | null;
  statuses: StatusSet;
  /** The number of a task that is new in the project. */
  number?: number;
}

export interface ProjectFilters {
  status?: ProjectStatus;
  isArchived?: boolean;
  q?: string;
}

export abstract class Projects extends Store<Project, ProjectFilters> {
  /**
   * Takes the project's next task numbers, locking the project: a home for each task; none when there is no such project. Its
   * statuses stay as they are until the transaction ends.
   */
  abstract admitTasks(projectId: string | null, count: number): Promise<TaskHome[]>;

  /** Where the tasks of these projects, or of none, stand: whether the caller may see the projects themselves or not. */
  abstract homesOf(projectIds: readonly (string | null)[]): Promise<ReadonlyMap<string | null, TaskHome>>;

  /** The home of one project's tasks. */
  abstract homeOf(projectId: string | null): Promise<TaskHome>;

  /** The live and former identifiers of the tenant that begin so; nobody else asks for any before the transaction ends. */
  abstract lockIdentifiersLike(stem: string): Promise<Set<string>>;

  /** True when a live or former project of the tenant, `besides` this one, has or had the identifier. */
  abstract isTaken(identifier: string, besides?: string): Promise<boolean>;

  /** Keeps the project's new identifier its own; the former one goes on resolving. */
  abstract renamed(project: Project): Promise<void>;
}

/** The sections of projects, in the order of positions. */
export abstract class Sections extends Parts<Section> {
  /** The position behind the last section of a project. */
  abstract nextPosition(projectId: string): Promise<number>;
}

/** The statuses of projects, in the order of positions. */
export abstract class Statuses extends Parts<Status> {
  /** Stores those a project starts with; the project's own creation tells of them. */
  abstract addAll(statuses: readonly Status[]): Promise<void>;
}
