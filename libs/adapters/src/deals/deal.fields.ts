import { Deal, dealStatuses } from '@tandem/domain/deals/deal';
import type { CurrencyTotal, PipelineSummary, StageTotal } from '@tandem/domain/deals/pipeline-summary';
import { fields } from '@tandem/platform/store/table';
import { createdAt, deletedAt, hidden, id, metadata, shown, tenantId, updatedAt } from '@tandem/platform/view/fields';
import { bool, date, instant, int32, int64, nullable, oneOf, text, uuid, uuids } from '@tandem/platform/view/kinds';
import { records, view } from '@tandem/platform/view/view';

export const dealFields = fields(Deal, 'deals', {
  id,
  tenantId,
  pipelineId: shown(uuid, 'The pipeline of the deal. Change it with `POST /deals/{id}/move`.'),
  stageId: shown(
    uuid,
    'The stage of the pipeline; the first open one if omitted. Change it with `POST /deals/{id}/move`.',
  ),
  name: shown(text, 'Name of the deal.', 'Website for Acme'),
  amountCents: shown(
    nullable(int64),
    'Amount in the smallest unit of the currency, such as cents; null if unknown.',
    1_250_000,
  ),
  currency: shown(
    text,
    'ISO 4217 code of the amount. Default: `currency` in the settings of the tenant, otherwise USD.',
    'EUR',
  ),
  confidence: shown(
    int32,
    'Probability, in percent, that the deal is won; follows the default_confidence of the stage until it is set.',
    60,
  ),
  hasOwnConfidence: hidden(bool),
  expectedCloseDate: shown(nullable(date), 'When the deal is expected to close; null if unknown.', '2026-12-18'),
  ownerId: shown(nullable(uuid), 'The member responsible for the deal; null for none.'),
  contactIds: shown(uuids, 'The contacts of the deal, in the given order; at most 50. Merged ones are replaced.', []),
  metadata,
  status: shown(oneOf(dealStatuses), 'Type of the stage: `open`, `won` or `lost`.', 'open'),
  position: shown(int32, 'Sort order in the stage, for clients: lower first, with gaps of 1,024 for insertions.', 1024),
  closedAt: shown(nullable(instant), 'When the deal was won or lost; null if it is open.'),
  lostReason: shown(nullable(text), 'Why the deal was lost; null if it was not, or if no reason was given.'),
  createdAt,
  updatedAt,
  deletedAt,
});
export const dealView = dealFields.view;

/** The data of events of a move. */
export const movedDealView = dealView.with('MovedDeal', {
  fromStageId: shown(uuid, 'The stage that the deal left.'),
});

const totals = {
  currency: shown(text, 'ISO 4217 code of the amounts.', 'EUR'),
  count: shown(int64, 'Number of deals, with or without an amount.', 3),
  amountCents: shown(int64, 'Sum of the amounts.', 1_250_000),
  weightedCents: shown(
    int64,
    'Sum of amount × confidence, rounded once; a won deal counts as 100 percent, a lost one as 0.',
    750_000,
  ),
};
export const currencyTotalView = view<CurrencyTotal>()('CurrencyTotal', totals);
export const stageTotalView = view<StageTotal>()('StageTotal', {
  stageId: shown(uuid, 'The stage.'),
  ...totals,
});

export const pipelineSummaryView = view<PipelineSummary>()('PipelineSummary', {
  stages: shown(
    records(stageTotalView),
    'One entry for each stage and currency that has deals, in the order of the stages.',
  ),
  totals: shown(records(currencyTotalView), 'One entry for each currency.'),
});
