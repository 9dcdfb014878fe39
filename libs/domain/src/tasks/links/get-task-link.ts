import { needing } from '../../core/use-case.js';
import type { Rendered } from '../../core/page.js';
import type { TaskLink } from './task-link.js';
import { TaskLinks } from './task-links.port.js';
import { Tasks } from '../tasks.port.js';
import { VisibleLinks } from './visible-links.service.js';

export class GetTaskLink extends needing({ tasks: Tasks, links: TaskLinks, visible: VisibleLinks }) {
  async run({ id, linkId }: { id: string; linkId: string }): Promise<Rendered<TaskLink>> {
    await this.tasks.one(id);
    await this.visible.mustSee(id, linkId);
    return this.links.readOf(id, linkId);
  }
}
