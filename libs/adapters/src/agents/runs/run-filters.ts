import type { RunFilters } from '@tandem/domain/agents/runs/agent-runs.port';
import { equals, type FiltersOf } from '@tandem/platform/postgres/params';

export const runFilters: FiltersOf<RunFilters> = {
  status: (states, bind) => `t.status = any(${bind(states)})`,
  blueprint: equals('blueprint'),
  scheduleId: equals('schedule_id'),
  since: (instant, bind) => `t.created_at >= ${bind(instant)}`,
  until: (instant, bind) => `t.created_at < ${bind(instant)}`,
};
