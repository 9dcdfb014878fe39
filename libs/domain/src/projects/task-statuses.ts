import { orNotFound } from '../core/errors.js';
import type { Status, StatusCategory } from './status.js';

export const taskStatusFields = ['id', 'projectId', 'category', 'isDefault'] as const;

export type TaskStatus = Pick<Status, (typeof taskStatusFields)[number]>;

export class TaskStatuses<S extends TaskStatus = TaskStatus> {
  constructor(readonly list: readonly S[]) {}

  get default(): S {
    return this.list.find((status) => status.isDefault) ?? this.list[0]!;
  }

  first(category: StatusCategory): S {
    return this.list.find((status) => status.category === category) ?? this.default;
  }

  counterpart(category: StatusCategory): S {
    return this.default.category === category ? this.default : this.first(category);
  }

  byId(id: string | undefined): S | undefined {
    return this.list.find((status) => status.id === id);
  }

  mustHave(id: string): S {
    return orNotFound(this.byId(id));
  }

  substituteFor(id: string): S {
    const { category } = this.mustHave(id);
    return this.list.find((status) => status.category === category && status.id !== id)!;
  }
}
