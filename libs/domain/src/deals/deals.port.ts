import type { Rendered } from '../core/page.js';
import { Store } from '../core/store.js';
import type { Deal, DealStatus } from './deal.js';
import type { PipelineSummary } from './pipeline-summary.js';

declare module '../core/vocabulary.js' {
  interface Linkables {
    deal: true;
  }
}

export interface DealFilters {
  pipelineId?: string;
  stageId?: string;
  status?: DealStatus;
  ownerId?: string;
  /** Also finds the deals of the contact into which this one was merged. */
  contactId?: string;
  /** Exactly this contact. */
  namedContactId?: string;
  hasOwnConfidence?: boolean;
  expectedBefore?: string;
  expectedAfter?: string;
  q?: string;
}

export abstract class Deals extends Store<Deal, DealFilters> {
  /** Like `one`, for deleted deals too. */
  abstract oneOrDeleted(id: string): Promise<Deal>;

  /** After the last deal of the stage. */
  abstract nextPosition(stageId: string): Promise<number>;

  /** Stages in the given order. */
  abstract summary(pipelineId: string, stageIds: readonly string[]): Promise<Rendered<PipelineSummary>>;
}
