import { CreateDeal } from '@tandem/domain/deals/create-deal';
import { Deals } from '@tandem/domain/deals/deals.port';
import { DeleteDeal } from '@tandem/domain/deals/delete-deal';
import { MoveDeal } from '@tandem/domain/deals/move-deal';
import { RestoreDeal } from '@tandem/domain/deals/restore-deal';
import { UpdateDeal } from '@tandem/domain/deals/update-deal';
import { Pipelines } from '@tandem/domain/pipelines/pipelines.port';
import { DELETE, GET, nothing, one, pageOf, PATCH, POST } from '@tandem/platform/feature/feature';
import { get, list, query } from '@tandem/platform/feature/queries';
import { ById } from '@tandem/platform/inputs/inputs';
import { dealView, pipelineSummaryView } from './deal.fields.js';
import { CreateDealInput, ListDealsInput, MoveDealInput, UpdateDealInput } from './deals.inputs.js';

export const dealRoutes = [
  POST('/deals', 'pipelines:write', 'Create a deal in a pipeline', {
    input: CreateDealInput,
    run: CreateDeal,
    response: one(dealView),
    location: '/deals/{id}',
    example: {
      name: 'Website for Acme',
      pipeline_id: '019ab1c2-6a51-7d0e-9b27-4f3c8d21e5b0',
      amount_cents: 1_250_000,
      currency: 'EUR',
      expected_close_date: '2026-12-18',
    },
  }),
  GET('/deals', 'pipelines:read', 'List deals', {
    input: ListDealsInput,
    run: list(Deals),
    response: pageOf(dealView),
  }),
  GET('/deals/:id', 'pipelines:read', 'Get a deal', { input: ById, run: get(Deals), response: one(dealView) }),
  PATCH('/deals/:id', 'pipelines:write', 'Update a deal', {
    description: 'To change the stage, use `POST /deals/{id}/move`.',
    input: UpdateDealInput,
    run: UpdateDeal,
    response: one(dealView),
    example: { confidence: 80, expected_close_date: null },
  }),
  DELETE('/deals/:id', 'pipelines:write', 'Delete a deal; it can be restored for 30 days', {
    input: ById,
    run: DeleteDeal,
    response: nothing,
  }),
  POST('/deals/:id/restore', 'pipelines:write', 'Restore a deleted deal', {
    description: 'If its stage was removed, the deal returns to the first open stage of its pipeline.',
    input: ById,
    run: RestoreDeal,
    response: one(dealView),
    problems: ['409 pipeline_deleted'],
  }),
  POST('/deals/:id/move', 'pipelines:write', 'Move a deal to a stage, or within its stage', {
    description: 'The type of the stage decides whether the deal is open, won or lost: see [deals](/docs/deals).',
    input: MoveDealInput,
    run: MoveDeal,
    response: one(dealView),
    exampleResponse: { status: 'won', confidence: 100, closed_at: '2026-11-21T10:05:12.480Z' },
  }),
  GET('/pipelines/:id/summary', 'pipelines:read', 'Sum up the deals of a pipeline by stage and currency', {
    input: ById,
    run: query('GetPipelineSummary', [Pipelines, Deals], async ({ id }: ById, pipelines, deals) => {
      const { stages } = await pipelines.one(id);
      return deals.summary(
        id,
        stages.map((stage) => stage.id),
      );
    }),
    response: one(pipelineSummaryView),
  }),
];
