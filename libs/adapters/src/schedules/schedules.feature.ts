import { AgentSchedules, ScheduleTicks } from '@tandem/domain/schedules/agent-schedules.port';
import { CountScheduleOutcome } from '@tandem/domain/schedules/count-schedule-outcome';
import { DisableOrphanedSchedules } from '@tandem/domain/schedules/disable-orphaned-schedules';
import { FireSchedules } from '@tandem/domain/schedules/fire-schedules';
import { RetryRun } from '@tandem/domain/schedules/retry-run';
import { ScheduleContents } from '@tandem/domain/schedules/schedule-contents.port';
import { bind, byHand, everySecond, type Feature, on, publishes } from '@tandem/platform/feature/feature';
import { authorizationEvents } from '../access/member-rights.js';
import { agentScheduleFields, agentScheduleView, scheduleTickFields } from './agent-schedule.fields.js';
import { CreateAgentSchedules1764000021000 } from './migrations/1764000021000-create-agent-schedules.js';
import { scheduleRoutes } from './schedules.routes.js';
import { lateness, SqlAgentSchedules, SqlScheduleTicks } from './sql-agent-schedules.js';
import { SqlScheduleContents } from './sql-schedule-contents.js';
import { schedulesProblems } from './schedules.problems.js';

export const schedules: Feature = {
  name: 'schedules',
  summary: 'Cron schedules that start agent runs',
  toolVocabulary: { beyond: 'schedules' },
  tables: [agentScheduleFields.table, scheduleTickFields.table],
  migrations: [CreateAgentSchedules1764000021000],
  adapters: [
    bind(AgentSchedules, SqlAgentSchedules),
    bind(ScheduleTicks, SqlScheduleTicks),
    bind(ScheduleContents, SqlScheduleContents),
  ],
  provides: [SqlScheduleContents],
  routes: scheduleRoutes,
  problems: schedulesProblems,
  jobs: [
    everySecond(FireSchedules),
    on(['agent_run.succeeded', 'agent_run.failed'], CountScheduleOutcome),
    on(authorizationEvents, DisableOrphanedSchedules),
    byHand(RetryRun),
  ],
  publishes: publishes('agent_schedule', ['created', 'updated', 'disabled', 'deleted'], agentScheduleView),
  measures: [{ name: lateness, help: 'Time from when a schedule was due until its run was created', kind: 'seconds' }],
};
