import { Deal } from '@tandem/domain/deals/deal';
import { Pipeline } from '@tandem/domain/pipelines/pipeline';
import { storeContract } from '@tandem/testing/store-contract';
import { SqlDeals } from './sql-deals.js';

storeContract(SqlDeals, {
  make(number) {
    const { firstOpenStage: stage } = new Pipeline({ name: 'Sales', displayOrder: 0 });
    const fields = { name: `Deal ${number}`, currency: 'EUR', amountCents: Number.MAX_SAFE_INTEGER - number };
    return new Deal(fields, { stage, position: number });
  },
  change: (deal) => deal.update({ name: 'Another', expectedCloseDate: '2026-12-18', confidence: 5 }),
  filters: { status: 'open', q: 'other' },
  records: { added: ['deal.created'], changed: ['deal.updated'] },
});
