import { needing } from '../../core/use-case.js';
import { TaskPlacement } from '../task-placement.service.js';
import { VisibleLinks } from './visible-links.service.js';

export class DeleteTaskLink extends needing({ placement: TaskPlacement, links: VisibleLinks }) {
  run({ id, linkId }: { id: string; linkId: string }): Promise<void> {
    return this.placement.whileLocked(id, (task) => this.links.remove(linkId, task));
  }
}
