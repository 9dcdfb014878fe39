import { AgentSchedule } from '@tandem/domain/schedules/agent-schedule';
import { ScheduleTick } from '@tandem/domain/schedules/schedule-tick';
import { bigint, bool, instant, int, json, nullable, table, text, uuid } from '@tandem/platform/store/table';

export const agentScheduleTable = table(AgentSchedule, 'agent_schedules', {
  blueprint: text,
  cronExpression: text,
  timezone: text,
  inputTemplate: json,
  enabled: bool,
  consecutiveFailures: int,
  disabledReason: nullable(text),
  deadlineSeconds: nullable(int),
  budgetUsdCents: nullable(bigint),
  model: nullable(text),
  lastEnqueuedAt: nullable(instant),
  lastRunId: nullable(uuid),
  lastSucceededAt: nullable(instant),
  nextAt: nullable(instant),
  memberId: nullable(uuid),
  rights: json,
});

export const scheduleTickTable = table(ScheduleTick, 'agent_schedule_ticks', {
  scheduleId: uuid,
  scheduledFor: instant,
  outcome: text,
  runId: nullable(uuid),
  runStatus: nullable(text),
});
