import { type DealStatus, dealStatuses } from '@tandem/domain/deals/deal';
import {
  CalendarDate,
  Currency,
  Described,
  Int,
  Json,
  OneOf,
  optional,
  PageInput,
  Part,
  Sort,
  Text,
  Uuid,
  Uuids,
} from '@tandem/platform/inputs/inputs';
import { dealSorts } from './deal-sorts.js';
import { dealView } from './deal.fields.js';

@Described(dealView)
class DealFieldsInput {
  @Text({ max: 500 }) name!: string;
  @Int({ min: 0, max: Number.MAX_SAFE_INTEGER, clearable: true }) amountCents?: number | null;
  @Currency({ optional: true }) currency?: string;
  @Int({ min: 0, max: 100, optional: true }) confidence?: number;
  @CalendarDate({ clearable: true }) expectedCloseDate?: string | null;
  @Uuid({ clearable: true }) ownerId?: string | null;
  @Uuids({ maxItems: 50, optional: true }) contactIds?: string[];
  @Json({ optional: true }) metadata?: unknown;
}

@Described(dealView)
export class CreateDealInput extends DealFieldsInput {
  @Uuid() pipelineId!: string;
  @Uuid({ optional: true }) stageId?: string;
}

export class UpdateDealInput extends optional(DealFieldsInput) {
  @Uuid() id!: string;
}

@Described(dealView)
export class MoveDealInput {
  @Uuid() id!: string;
  @Uuid({ description: 'the stage to move to, of this or another pipeline' }) stageId!: string;
  @Int({ optional: true, description: 'position in the stage; last if omitted, unless the deal is in it already' })
  position?: number;
  @Text({ max: 2000, clearable: true, description: 'why the deal was lost; only with a lost stage' })
  lostReason?: string | null;
}

export class ListDealsInput extends PageInput {
  @Uuid({ optional: true }) pipelineId?: string;
  @Uuid({ optional: true }) stageId?: string;
  @OneOf(dealStatuses, { optional: true }) status?: DealStatus;
  @Uuid({ optional: true }) ownerId?: string;
  @Uuid({ optional: true, description: 'deals that name this contact' }) contactId?: string;
  @CalendarDate({ optional: true, description: 'expected to close before this day' }) expectedBefore?: string;
  @CalendarDate({ optional: true, description: 'expected to close after this day' }) expectedAfter?: string;
  @Part('the name') q?: string;
  @Sort(dealSorts) sort?: string;
}
