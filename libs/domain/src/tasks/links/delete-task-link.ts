import { needing } from '../../core/use-case.js';
import { Transaction } from '../../core/transaction.js';
import { TaskPlacement } from '../task-placement.service.js';
import { VisibleLinks } from './visible-links.service.js';

export class DeleteTaskLink extends needing({
  transaction: Transaction,
  placement: TaskPlacement,
  links: VisibleLinks,
}) {
  run({ id, linkId }: { id: string; linkId: string }): Promise<void> {
    return this.transaction.run(async () => this.links.remove(linkId, await this.placement.held(id)));
  }
}
