import { Entities, isLinkable } from '../core/entities.js';
import { DomainError } from '../core/errors.js';
import { Page, type PageRequest } from '../core/page.js';
import { uses } from '../core/use-case.js';
import type { Task } from './task.js';
import type { TaskFilters } from './task-filters.js';
import { Tasks } from './tasks.port.js';

interface Request extends PageRequest, Omit<TaskFilters, 'linkedTo'> {
  linkedType?: string;
  linkedId?: string;
}

export class ListTasks extends uses({ tasks: Tasks, entities: Entities }) {
  async run({ linkedType: type, linkedId: id, ...request }: Request): Promise<Page<Task>> {
    if (id !== undefined && type !== undefined) return this.linked(type, id, request);
    if (id !== undefined) throw incomplete('linked_type', 'linked_id');
    if (type !== undefined) throw incomplete('linked_id', 'linked_type');
    return this.tasks.page(request);
  }

  private async linked(type: string, id: string, request: Request): Promise<Page<Task>> {
    const seen = isLinkable(type) ? await this.entities.seenIdOf(type, id) : undefined;
    return seen === undefined ? new Page([], null) : this.tasks.page({ ...request, linkedTo: { type, id: seen } });
  }
}

function incomplete(parameter: string, given: string): DomainError {
  const detail = `${given} filters only together with ${parameter}.`;
  return new DomainError('malformed', 'invalid_parameter', detail, {
    findings: [{ parameter, code: 'required', detail }],
  });
}
