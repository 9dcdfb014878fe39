import { expectCron } from '@tandem/domain/schedules/cron-expression';
import {
  Bool,
  Described,
  Int,
  Json,
  Judged,
  optional,
  PageInput,
  Text,
  Uuid,
  Zone,
} from '@tandem/platform/inputs/inputs';
import { agentScheduleView } from './agent-schedule.fields.js';

@Described(agentScheduleView)
@Judged(expectCron)
export class CreateScheduleInput {
  @Text({ max: 64 }) blueprint!: string;
  @Text({ max: 200 })
  cronExpression!: string;
  @Zone({ optional: true, description: "IANA time zone; default: the tenant's" }) timezone?: string;
  @Json({ optional: true, description: 'input of the runs; {{scheduled_for}} and {{last_succeeded_at}} are filled in' })
  inputTemplate?: unknown;
  @Bool({ optional: true }) enabled?: boolean;
  @Int({ min: 1, clearable: true }) deadlineSeconds?: number | null;
  @Int({ min: 0, max: Number.MAX_SAFE_INTEGER, clearable: true }) budgetUsdCents?: number | null;
  @Text({ max: 200, clearable: true }) model?: string | null;
}

export class UpdateScheduleInput extends optional(CreateScheduleInput) {
  @Uuid() id!: string;
}

export class ListSchedulesInput extends PageInput {
  @Text({ max: 64, optional: true }) blueprint?: string;
  @Bool({ optional: true, description: 'only enabled schedules, or, if false, only disabled ones' }) enabled?: boolean;
}
