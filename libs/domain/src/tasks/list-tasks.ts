import { DomainError } from '../core/errors.js';
import type { Page, PageRequest } from '../core/page.js';
import { uses } from '../core/use-case.js';
import type { Task } from './task.js';
import type { TaskFilters } from './task-filters.js';
import { Tasks } from './tasks.port.js';

interface Request extends PageRequest, Omit<TaskFilters, 'linkedTo'> {
  linkedType?: string;
  linkedId?: string;
}

export class ListTasks extends uses({ tasks: Tasks }) {
  async run({ linkedType: type, linkedId: id, ...request }: Request): Promise<Page<Task>> {
    if (id !== undefined && type !== undefined) return this.tasks.page({ ...request, linkedTo: { type, id } });
    if (id !== undefined) throw incomplete('linked_type', 'linked_id');
    if (type !== undefined) throw incomplete('linked_id', 'linked_type');
    return this.tasks.page(request);
  }
}

function incomplete(parameter: string, given: string): DomainError {
  const detail = `${given} filters only together with ${parameter}.`;
  return new DomainError('malformed', 'invalid_parameter', detail, {
    findings: [{ parameter, code: 'required', detail }],
  });
}
