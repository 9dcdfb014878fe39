import { uses } from '../core/use-case.js';
import { Deals } from './deals.port.js';

export class DeleteDeal extends uses({ deals: Deals }) {
  async run({ id }: { id: string }): Promise<void> {
    await this.deals.change(id, (deal) => deal.delete());
  }
}
