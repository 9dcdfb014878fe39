import { AgentSchedules, ScheduleTicks } from '@tandem/domain/schedules/agent-schedules.port';
import { CreateSchedule } from '@tandem/domain/schedules/create-schedule';
import { DeleteSchedule } from '@tandem/domain/schedules/delete-schedule';
import { TriggerSchedule } from '@tandem/domain/schedules/trigger-schedule';
import { UpdateSchedule } from '@tandem/domain/schedules/update-schedule';
import { DELETE, GET, nothing, one, pageOf, PATCH, POST } from '@tandem/platform/feature/feature';
import { get, list, listWithin, query } from '@tandem/platform/feature/queries';
import { ById, PageWithin } from '@tandem/platform/inputs/inputs';
import { agentScheduleView, scheduleTickView, scheduledTimeView } from './agent-schedule.fields.js';
import { CreateScheduleInput, ListSchedulesInput, UpdateScheduleInput } from './schedules.inputs.js';

export const scheduleRoutes = [
  POST('/agent-schedules', 'agents:write', 'Create a schedule that starts runs of a blueprint', {
    input: CreateScheduleInput,
    run: CreateSchedule,
    response: one(agentScheduleView),
    location: '/agent-schedules/{id}',
    problems: ['409 too_many_schedules', '403 test_key', '422 blueprint_unavailable'],
    example: {
      blueprint: 'task-digest',
      cron_expression: '0 9 * * mon-fri',
      timezone: 'Europe/Berlin',
      input_template: { since: '{{last_succeeded_at}}' },
    },
  }),
  GET('/agent-schedules', 'agents:read', 'List schedules', {
    input: ListSchedulesInput,
    run: list(AgentSchedules, 'ListSchedules'),
    response: pageOf(agentScheduleView),
  }),
  GET('/agent-schedules/:id', 'agents:read', 'Get a schedule', {
    input: ById,
    run: get(AgentSchedules, 'GetSchedule'),
    response: one(agentScheduleView),
  }),
  PATCH('/agent-schedules/:id', 'agents:write', 'Update, enable or disable a schedule', {
    description:
      'A member who changes what a schedule does, or enables it, is added to works_for: the schedule then has only ' +
      'the rights that all those members, and the keys they used, have in common. If it was disabled with ' +
      'owner_deactivated, key_inactive or permission_denied, an administrator or the member it belongs to can take ' +
      'it over by enabling it: member_id then identifies them, and the schedule has their rights alone.',
    input: UpdateScheduleInput,
    run: UpdateSchedule,
    response: one(agentScheduleView),
    problems: ['403 test_key', '409 owner_lost', '409 too_many_hands', '422 blueprint_unavailable'],
    example: { enabled: false },
  }),
  DELETE('/agent-schedules/:id', 'agents:write', 'Delete a schedule; its runs stay', {
    input: ById,
    run: DeleteSchedule,
    response: nothing,
  }),
  POST('/agent-schedules/:id/trigger', 'agents:write', 'Start a run of a schedule now; last_run_id identifies it', {
    description: 'The run has only the rights that the caller and those the schedule works for have in common.',
    input: ById,
    run: TriggerSchedule,
    response: one(agentScheduleView),
    problems: ['403 test_key', '409 owner_lost', '409 too_many_hands', '422 blueprint_unavailable'],
  }),
  GET('/agent-schedules/:id/ticks', 'agents:read', 'List the ticks of a schedule with their outcomes, newest first', {
    input: PageWithin,
    run: listWithin(AgentSchedules, ScheduleTicks),
    response: pageOf(scheduleTickView),
  }),
  GET('/agent-schedules/:id/preview', 'agents:read', 'Preview the next ten times of a schedule', {
    input: ById,
    run: query('PreviewSchedule', [AgentSchedules], async ({ id }: ById, schedules) =>
      (await schedules.one(id)).upcoming(),
    ),
    response: pageOf(scheduledTimeView),
  }),
];
