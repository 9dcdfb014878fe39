import type { AgentSchedule } from '@tandem/domain/schedules/agent-schedule';
import type { ScheduledTime } from '@tandem/domain/schedules/cron-expression';
import { disabledReasons } from '@tandem/domain/schedules/schedule-fields';
import { type ScheduleTick, tickOutcomes } from '@tandem/domain/schedules/schedule-tick';
import {
  bool,
  from,
  instant,
  int32,
  int64,
  json,
  nullable,
  oneOf,
  shaped,
  text,
  uuid,
} from '@tandem/platform/view/kinds';
import { view } from '@tandem/platform/view/view';
import { worksFor } from './schedule-rules.js';
import { schedulesGlossary } from './schedules.glossary.js';

export const agentScheduleView = view<AgentSchedule>(schedulesGlossary)('AgentSchedule', {
  id: uuid,
  tenant_id: uuid,
  blueprint: text,
  cron_expression: text,
  timezone: text,
  input_template: json,
  content_hidden: from({ column: 'false', property: 'contentHidden' }, bool),
  enabled: bool,
  consecutive_failures: int32,
  disabled_reason: nullable(oneOf(disabledReasons)),
  deadline_seconds: nullable(int32),
  budget_usd_cents: nullable(int64),
  model: nullable(text),
  last_enqueued_at: nullable(instant),
  last_run_id: nullable(uuid),
  last_succeeded_at: nullable(instant),
  member_id: nullable(uuid),
  works_for: from({ column: worksFor }, shaped({ type: 'array', items: uuid.schema })),
  created_at: instant,
  updated_at: instant,
});

export const scheduledTimeView = view<ScheduledTime>(schedulesGlossary)('AgentScheduleTime', {
  scheduled_for: instant,
  local_time: text,
});

export const scheduleTickView = view<ScheduleTick>(schedulesGlossary)('AgentScheduleTick', {
  id: uuid,
  tenant_id: uuid,
  schedule_id: uuid,
  scheduled_for: instant,
  outcome: oneOf(tickOutcomes),
  run_id: nullable(uuid),
  run_status: nullable(text),
  created_at: instant,
});
