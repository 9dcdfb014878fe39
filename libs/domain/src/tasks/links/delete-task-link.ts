import { Transaction } from '../../core/transaction.js';
import { TaskPlacement } from '../task-placement.service.js';
import { VisibleLinks } from './visible-links.service.js';

export class DeleteTaskLink {
  static needs = [Transaction, TaskPlacement, VisibleLinks] as const;

  constructor(
    private readonly transaction: Transaction,
    private readonly placement: TaskPlacement,
    private readonly links: VisibleLinks,
  ) {}

  run({ id, linkId }: { id: string; linkId: string }): Promise<void> {
    return this.transaction.run(async () => this.links.remove(linkId, await this.placement.held(id)));
  }
}
