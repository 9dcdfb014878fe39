import { needing } from '../../core/use-case.js';
import type { Page, PageRequest } from '../../core/page.js';
import { Tasks } from '../tasks.port.js';
import type { TaskLink } from './task-link.js';
import { VisibleLinks } from './visible-links.service.js';

export class ListTaskLinks extends needing({ tasks: Tasks, links: VisibleLinks }) {
  async run({ id, ...request }: PageRequest & { id: string }): Promise<Page<TaskLink>> {
    await this.tasks.one(id);
    return this.links.page(id, request);
  }
}
