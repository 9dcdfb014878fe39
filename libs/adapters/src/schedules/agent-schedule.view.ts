import { type AgentSchedule, disabledReasons } from '@tandem/domain/schedules/agent-schedule';
import type { PreviewedTime } from '@tandem/domain/schedules/preview-schedule';
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
  view,
} from '@tandem/platform/view/view';
import { schedulesGlossary } from './schedules.glossary.js';

/** Whose it is first, then who else had a hand in it. */
const worksFor = from(
  {
    column: `to_json(array(select m from unnest(t.member_id || array(
      select (o ->> 'memberId')::uuid from jsonb_array_elements(t.rights -> 'others') o)) with ordinality u (m, n)
      where m is not null group by m order by min(n)))`,
    property: 'worksFor',
  },
  shaped({ type: 'array', items: { type: 'string', format: 'uuid' } }),
);

export const agentScheduleView = view<AgentSchedule>(schedulesGlossary)('AgentSchedule', {
  id: uuid,
  tenant_id: uuid,
  blueprint: text,
  cron_expression: text,
  timezone: text,
  input_template: json,
  enabled: bool,
  consecutive_failures: int32,
  disabled_reason: nullable(oneOf(disabledReasons)),
  deadline_seconds: nullable(int32),
  budget_usd_cents: nullable(int64),
  last_enqueued_at: nullable(instant),
  last_run_id: nullable(uuid),
  last_succeeded_at: nullable(instant),
  member_id: nullable(uuid),
  works_for: worksFor,
  created_at: instant,
  updated_at: instant,
});

const time = { type: 'string', format: 'date-time' };
const times = shaped({
  type: 'array',
  items: {
    type: 'object',
    required: ['scheduled_for', 'local_time'],
    properties: { scheduled_for: time, local_time: time },
  },
});
const shown = ({ scheduledFor, localTime }: PreviewedTime) => ({
  scheduled_for: scheduledFor.toISOString(),
  local_time: localTime,
});

interface Preview {
  data: PreviewedTime[];
  hasMore: boolean;
  nextCursor: null;
}

export const schedulePreviewView = view<Preview>(schedulesGlossary)('AgentSchedulePreview', {
  data: { ...times, json: ((list: PreviewedTime[]) => list.map(shown)) as never },
  has_more: bool,
  next_cursor: nullable(text),
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
