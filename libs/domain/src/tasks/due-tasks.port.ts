import type { Task } from './task.js';

/** Where a task is to be found. */
export interface TaskPlace {
  tenantId: string;
  id: string;
}

/** Tasks to which something is to happen because time has passed. */
export abstract class DueTasks {
  /** Some of the tasks whose snoozing is over, those first that have waited longest. */
  abstract sleptInAcrossTenants(): Promise<TaskPlace[]>;

  /** Applies the rule to such a task, unless another worker has it or it is awake. */
  abstract changeSleptIn(id: string, rule: (task: Task) => void): Promise<void>;

  /** Some of the open tasks whose `next_occurrence` has passed: what follows them would be due later by now. */
  abstract overtakenAcrossTenants(): Promise<TaskPlace[]>;

  /** Stores the `next_occurrence` that the rule finds for such a task; since nobody changed it, it stays as old as it was. */
  abstract changeOvertaken(id: string, rule: (task: Task) => void): Promise<void>;
}
