import type { Nesting } from '../core/placement.js';
import type { Place } from '../core/scope.js';
import type { Rendered } from '../core/page.js';
import { Store } from '../core/store.js';
import type { Task } from './task.js';
import type { Priority } from './task-fields.js';

export interface TaskFilters {
  ids?: readonly string[];
  projectId?: string;
  sectionId?: string;
  statusId?: string;
  assigneeId?: string;
  parentId?: string;
  state?: 'open' | 'completed' | 'canceled';
  priority?: Priority;
  dueBefore?: Date;
  dueAfter?: Date;
  updatedAfter?: Date;
  /** Tasks that are snoozed now are left out unless it is true. */
  includeSnoozed?: boolean;
  /** Snoozed now, and awake before that instant. */
  wakesBefore?: Date;
  q?: string;
}

/** Moments of a task that come with time: its snoozing is over, or what follows it would be due later by now. */
export type Moment = 'snoozedUntil' | 'nextOccurrence';

export abstract class Tasks extends Store<Task, TaskFilters> {
  /** The task that has, or once had, this identifier; any letter case. */
  abstract readByIdentifier(identifier: string): Promise<Rendered<Task>>;

  /** All tasks below this one that are neither completed nor canceled, the oldest first. */
  abstract openBelow(id: string): Promise<Task[]>;

  /** The tasks that the cancelling of this one, at that instant, canceled with it, and the closed tasks above it. */
  abstract closedAround(id: string, canceledAt: Date | null): Promise<Task[]>;

  /**
   * Locks all that completing, canceling or reopening the task may change, copy or refer to, and the task it is about to be put
   * below: in an order that is the same for all, so that no two wait for each other. Nothing, where the caller does not see both.
   */
  abstract lockFamily(id: string, parentId?: string | null): Promise<void>;

  /**
   * Locks a task that the caller sees and those before it in its series, back to the first that is not deleted, and answers
   * these, the nearest first: whether the caller sees them or not, so they are not for showing.
   */
  abstract lockPredecessors(id: string): Promise<Task[]>;

  /**
   * The ids of the task and of all below it if all are as they were when it was made: open, unchanged, without comments and with no
   * more subtasks and links than then. None otherwise.
   */
  abstract untouchedTree(id: string): Promise<string[]>;

  /** True when a task of its series that is not deleted comes after it, with deleted ones between them or not. */
  abstract isFollowed(id: string): Promise<boolean>;

  /** Locks a task and those below it that are in its project, in the order of ids; the task first, then the oldest. */
  abstract lockWithSubtasks(id: string): Promise<Task[]>;

  /** Lets what tasks are called in the project they are about to leave go on resolving to them. */
  abstract keepIdentifiers(ids: readonly string[]): Promise<void>;

  /** Applies the rule to each task that the filters pick, deleted ones too, and stores what becomes of it. */
  abstract changeEach(filters: TaskFilters, rule: (task: Task) => void): Promise<void>;

  /** The same as `change`, of a task too that was deleted within the last 30 days. */
  abstract changeRestorable(id: string, rule: (task: Task) => void): Promise<Task>;

  /** Some of the tasks whose moment has come, those first that have waited longest. */
  abstract dueAcrossTenants(moment: Moment): Promise<Place[]>;

  /** The same as `change`, of a task whose snoozing is over; nothing when another worker has it or it is awake. */
  abstract changeSleptIn(id: string, rule: (task: Task) => void): Promise<void>;

  /** Stores the `next_occurrence` that the rule finds where it has passed; since nobody changed the task, it stays as old as it was. */
  abstract changeOvertaken(id: string, rule: (task: Task) => void): Promise<void>;

  /** Makes the task look changed when something was taken away that belonged to it. */
  abstract touch(id: string): Promise<void>;

  /** How a task stands that is below that parent, deleted and hidden tasks above it too, since they may come back. */
  abstract nesting(parentId: string, id?: string): Promise<Nesting>;

  /** Makes others who change who is below whom wait until the transaction ends, so that two changes make no cycle. */
  abstract holdTree(): Promise<void>;

  /** The next free position among the tasks without a project. */
  abstract nextPositionOutsideProjects(): Promise<number>;

  /** How many tasks of the project are not deleted, whether the caller sees them or not; counted to 1,000. */
  abstract living(projectId: string): Promise<number>;

  /** True when a task, deleted ones included, is in this status. */
  abstract areIn(statusId: string): Promise<boolean>;
}
