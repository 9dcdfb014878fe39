import { ScheduleTick } from '@tandem/domain/schedules/schedule-tick';
import { instant, nullable, table, text, uuid } from '@tandem/platform/postgres/table';

export const scheduleTickTable = table(ScheduleTick, 'agent_schedule_ticks', {
  scheduleId: uuid,
  scheduledFor: instant,
  outcome: text,
  runId: nullable(uuid),
  runStatus: nullable(text),
});
