import { conflict, type Finding } from '../core/errors.js';
import { nestingFault } from '../core/nesting.js';
import type { Task } from './task.js';
import { Tasks } from './tasks.port.js';

/**
 * How deep tasks stand below each other. Above a task deleted ones count, since they may come back; below it they do not, and
 * whichever comes back is asked whether it still fits.
 */
export class TaskNesting {
  static needs = [Tasks] as const;

  constructor(private readonly tasks: Tasks) {}

  /** What is wrong with a task below that one, with all that it has below itself; a new one has no id yet. */
  async fault(parentId: string | null, id?: string): Promise<Finding | undefined> {
    const line = parentId ? [parentId, ...(await this.tasks.ancestors(parentId))] : [];
    const height = id ? await this.tasks.heightOf(id) : 0;
    return nestingFault('task', line, height, id);
  }

  /** Refuses a task that comes back to where it no longer fits, since others were moved meanwhile. */
  async mustFit({ id, parentId }: Task): Promise<void> {
    const fault = await this.fault(parentId, id);
    if (fault) throw conflict('no_longer_fits', fault.detail);
  }
}
