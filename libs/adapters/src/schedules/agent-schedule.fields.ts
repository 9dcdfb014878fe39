import { AgentSchedule } from '@tandem/domain/schedules/agent-schedule';
import type { ScheduledTime } from '@tandem/domain/schedules/cron-expression';
import { disabledReasons } from '@tandem/domain/schedules/schedule-fields';
import { ScheduleTick, tickOutcomes } from '@tandem/domain/schedules/schedule-tick';
import { fields } from '@tandem/platform/store/table';
import { createdAt, derived, hidden, id, shown, tenantId, updatedAt } from '@tandem/platform/view/fields';
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

export const agentScheduleFields = fields(AgentSchedule, 'agent_schedules', {
  id,
  tenantId,
  blueprint: shown(text, 'The slug of the blueprint that is run, such as echo: see `GET /agents`.', 'task-digest'),
  cronExpression: shown(
    text,
    'Five fields (minute, hour, day of month, month, day of week), or @hourly, @daily, @weekly, @monthly, @yearly: ' +
      'see [cron](/docs/cron).',
    '0 9 * * mon-fri',
  ),
  timezone: shown(
    text,
    'IANA zone whose wall clock the expression follows, daylight saving included; ' +
      "the tenant's where none is given, else UTC.",
    'Europe/Berlin',
  ),
  inputTemplate: shown(
    json,
    "Input of the runs: JSON that fits the blueprint's input_schema once it is filled in, " +
      'with {{scheduled_for}} and {{last_succeeded_at}} replaced: see [input templates](/docs/input-templates).',
    { since: '{{last_succeeded_at}}' },
  ),
  contentHidden: derived(
    from({ column: 'false' }, bool),
    'True where `input_template` is null because the runs could read more than you may.',
    false,
  ),
  enabled: shown(bool, 'False stops it. True starts it from now on and clears consecutive_failures.', true),
  consecutiveFailures: shown(int32, 'Runs that failed in a row; five disable the schedule.', 0),
  disabledReason: shown(
    nullable(oneOf(disabledReasons)),
    'Why it is disabled; null while it is enabled. ' +
      'Because of whom it works for: owner_deactivated, key_inactive (the API key it was made with is revoked, ' +
      'paused or expired) or permission_denied (they may start no agents any more).',
  ),
  deadlineSeconds: shown(nullable(int32), "Seconds a run has; null for the blueprint's own."),
  budgetUsdCents: shown(nullable(int64), "US cents a run may spend on models; null for the blueprint's own."),
  model: shown(
    nullable(text),
    'The model that the runs ask, as provider/model; null for the usual one: see [models](/docs/models).',
  ),
  lastEnqueuedAt: shown(
    nullable(instant),
    'The newest time for which a run was started; null if none was.',
    '2026-11-20T08:00:00.000Z',
  ),
  lastRunId: shown(nullable(uuid), 'The newest run; null if there is none.'),
  lastSucceededAt: shown(nullable(instant), 'When a run last succeeded; null if none did.', '2026-11-20T08:00:04.310Z'),
  nextAt: hidden(nullable(instant)),
  memberId: shown(nullable(uuid), 'The member it belongs to: who made it, or took it over since. Null for none.'),
  rights: hidden(json),
  worksFor: derived(
    from({ column: worksFor }, shaped({ type: 'array', items: uuid.schema })),
    'The members whose rights count: whose it is, and whoever changed it since. ' +
      'It may do what all of them may do together.',
  ),
  createdAt,
  updatedAt,
});
export const agentScheduleView = agentScheduleFields.view;

const scheduledFor = shown(instant, 'The instant that came due, in UTC.', '2026-11-23T08:00:00.000Z');

export const scheduledTimeView = view<ScheduledTime>()('AgentScheduleTime', {
  scheduledFor,
  localTime: shown(
    text,
    "The same instant on the schedule's wall clock, with the zone's offset.",
    '2026-11-23T09:00:00.000+01:00',
  ),
});

export const scheduleTickFields = fields(ScheduleTick, ['agent_schedule_ticks', 'AgentScheduleTick'], {
  id,
  tenantId,
  scheduleId: shown(uuid, 'The schedule it belongs to.'),
  scheduledFor,
  outcome: shown(
    oneOf(tickOutcomes),
    'enqueued: a run was started. missed: found too late. ' +
      'skipped_overlap: a run of the schedule had not ended, at its time or triggered. triggered: started by hand.',
    'enqueued',
  ),
  runId: shown(
    nullable(uuid),
    'The run that was started; null where none was.',
    '019ab1c2-8a44-7d0e-9b1f-31c2a5d67e90',
  ),
  runStatus: shown(nullable(text), 'How the run ended; null until it has.'),
  createdAt,
});
export const scheduleTickView = scheduleTickFields.view;
