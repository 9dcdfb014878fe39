import { ContactDeals } from '@tandem/domain/contacts/contact-deals.port';
import { Deals } from '@tandem/domain/deals/deals.port';
import { PipelineDeals } from '@tandem/domain/pipelines/pipeline-deals.port';
import { bind, type Feature, publishes } from '@tandem/platform/feature/feature';
import { dealFields, dealView, movedDealView } from './deal.fields.js';
import { dealsProblems } from './deals.problems.js';
import { dealRoutes } from './deals.routes.js';
import { CreateDeals1795965317706 } from './migrations/1795965317706-create-deals.js';
import { SqlDeals } from './sql-deals.js';
import { dealSearchable } from './deal.searchable.js';

export const deals: Feature = {
  name: 'deals',
  summary: 'Possible sales on their way through the stages of a pipeline',
  toolVocabulary: {
    beyond: 'deals',
    synonyms: { forecast: 'summary', lose: 'move deal', opportunity: 'deal', sale: 'deal pipeline', win: 'move deal' },
  },
  linkable: { deal: { domain: 'pipelines', path: '/deals/{id}' } },
  tables: [dealFields.table],
  migrations: [CreateDeals1795965317706],
  entities: { deal: Deals },
  searchable: [dealSearchable],
  adapters: [bind(Deals, SqlDeals), bind(PipelineDeals, SqlDeals), bind(ContactDeals, SqlDeals)],
  routes: dealRoutes,
  problems: dealsProblems,
  publishes: [
    ...publishes('deal', ['created', 'updated', 'deleted'], dealView),
    ...publishes('deal', ['moved', 'won', 'lost', 'reopened'], movedDealView),
  ],
};
