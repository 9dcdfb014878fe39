import type { Task } from './task.js';

/** Many tasks that go to another project together. */
export abstract class TaskMoves {
  /** Locks a task and those below it that are in its project, in the order of ids; the task first, then the oldest. */
  abstract lockWithSubtasks(id: string): Promise<Task[]>;

  /** Lets what tasks were called in the project they leave go on resolving to them. */
  abstract keepIdentifiers(ids: readonly string[]): Promise<void>;

  /** Applies a rule to locked tasks, in the order given, and stores what becomes of each. */
  abstract changeEach(tasks: readonly Task[], rule: (task: Task, index: number) => void): Promise<void>;
}
