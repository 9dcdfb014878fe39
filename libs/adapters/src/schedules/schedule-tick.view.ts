import { type ScheduleTick, tickOutcomes } from '@tandem/domain/schedules/schedule-tick';
import { instant, nullable, oneOf, text, uuid, view } from '@tandem/platform/view/view';
import { schedulesGlossary } from './schedules.glossary.js';

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
