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
  blueprint: shown(text, 'The slug of the blueprint to run, such as echo: see `GET /agents`.', 'task-digest'),
  cronExpression: shown(
    text,
    'Five fields (minute, hour, day of month, month, day of week), or @hourly, @daily, @weekly, @monthly, @yearly: ' +
      'see [cron](/docs/cron).',
    '0 9 * * mon-fri',
  ),
  timezone: shown(
    text,
    "IANA time zone in which the expression is evaluated, with daylight saving time; default: the tenant's, else UTC.",
    'Europe/Berlin',
  ),
  inputTemplate: shown(
    json,
    "Input of the runs: JSON that conforms to the blueprint's input_schema once {{scheduled_for}} and " +
      '{{last_succeeded_at}} are replaced: see [input templates](/docs/input-templates).',
    { since: '{{last_succeeded_at}}' },
  ),
  contentHidden: derived(
    from({ column: 'false' }, bool),
    'True if `input_template` is null because the runs could read more than you can.',
    false,
  ),
  enabled: shown(bool, 'False stops the schedule. True starts it from now on and resets consecutive_failures.', true),
  consecutiveFailures: shown(int32, 'Runs that failed in a row; five disable the schedule.', 0),
  disabledReason: shown(
    nullable(oneOf(disabledReasons)),
    'Why it is disabled; null while it is enabled. Because of the members it acts for: ' +
      'owner_deactivated, key_inactive (the API key it was created with is revoked, paused or expired) or ' +
      'permission_denied (they may no longer start agents).',
  ),
  deadlineSeconds: shown(nullable(int32), "Time limit of a run, in seconds; null for the blueprint's default."),
  budgetUsdCents: shown(nullable(int64), "Model budget of a run, in US cents; null for the blueprint's default."),
  model: shown(
    nullable(text),
    'The model that the runs use, as provider/model; null for the default: see [models](/docs/models).',
  ),
  lastEnqueuedAt: shown(
    nullable(instant),
    'The latest scheduled time for which a run was started; null if none was.',
    '2026-11-20T08:00:00.000Z',
  ),
  lastRunId: shown(nullable(uuid), 'The latest run; null if there is none.'),
  lastSucceededAt: shown(nullable(instant), 'When a run last succeeded; null if none did.', '2026-11-20T08:00:04.310Z'),
  nextAt: hidden(nullable(instant)),
  memberId: shown(
    nullable(uuid),
    'The owner: the member who created the schedule or has since taken it over. Null for none.',
  ),
  rights: hidden(json),
  worksFor: derived(
    from({ column: worksFor }, shaped({ type: 'array', items: uuid.schema })),
    'The members whose rights limit the schedule: the owner and everyone who changed it since. ' +
      'It may do only what all of them may do.',
  ),
  createdAt,
  updatedAt,
});
export const agentScheduleView = agentScheduleFields.view;

const scheduledFor = shown(instant, 'The scheduled time, in UTC.', '2026-11-23T08:00:00.000Z');

export const scheduledTimeView = view<ScheduledTime>()('AgentScheduleTime', {
  scheduledFor,
  localTime: shown(
    text,
    "The same time in the schedule's time zone, with its UTC offset.",
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
    '`enqueued`: a run was started. `missed`: found too late. `skipped_overlap`: ' +
      'another run of the schedule, on time or triggered, had not ended. `triggered`: started manually.',
    'enqueued',
  ),
  runId: shown(nullable(uuid), 'The run that was started; null if none was.', '019ab1c2-8a44-7d0e-9b1f-31c2a5d67e90'),
  runStatus: shown(nullable(text), 'Final status of the run; null until it ends.'),
  createdAt,
});
export const scheduleTickView = scheduleTickFields.view;
