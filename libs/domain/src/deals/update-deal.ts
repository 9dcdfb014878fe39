import { uses } from '../core/use-case.js';
import { Faults } from '../core/errors.js';
import { Transaction } from '../core/transaction.js';
import type { Deal, DealFields } from './deal.js';
import { DealReferences } from './deal-references.service.js';
import { Deals } from './deals.port.js';

export class UpdateDeal extends uses({ transaction: Transaction, deals: Deals, references: DealReferences }) {
  run({ id, ...given }: DealFields & { id: string }): Promise<Deal> {
    return this.transaction.run(async () => {
      const { contactIds } = await this.deals.one(id);
      const faults = new Faults();
      const fields = await this.references.check(given, faults, contactIds);
      faults.throwIfAny();
      return this.deals.change(id, (deal) => deal.update(fields));
    });
  }
}
