import { orNotFound } from '../core/errors.js';
import type { Status, StatusCategory } from './status.js';

export const taskStatusFields = ['id', 'projectId', 'category', 'isDefault'] as const;

/** The fields of a status that a task depends on. */
export type TaskStatus = Pick<Status, (typeof taskStatusFields)[number]>;

/** The statuses of one project, in order. */
export class TaskStatuses<S extends TaskStatus = TaskStatus> {
  constructor(readonly list: readonly S[]) {}

  get default(): S {
    return this.list.find((status) => status.isDefault) ?? this.list[0]!;
  }

  first(category: StatusCategory): S {
    return this.list.find((status) => status.category === category) ?? this.default;
  }

  /** The equivalent of another project's status of that category. */
  counterpart(category: StatusCategory): S {
    return this.default.category === category ? this.default : this.first(category);
  }

  byId(id: string | undefined): S | undefined {
    return this.list.find((status) => status.id === id);
  }

  mustHave(id: string): S {
    return orNotFound(this.byId(id));
  }

  /** The target for tasks of a deleted status. */
  substituteFor(id: string): S {
    const { category } = this.mustHave(id);
    return this.list.find((status) => status.category === category && status.id !== id)!;
  }
}
