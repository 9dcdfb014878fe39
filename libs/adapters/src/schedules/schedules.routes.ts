import { AgentSchedules } from '@tandem/domain/schedules/agent-schedules.port';
import { CreateSchedule } from '@tandem/domain/schedules/create-schedule';
import { DeleteSchedule } from '@tandem/domain/schedules/delete-schedule';
import { PreviewSchedule } from '@tandem/domain/schedules/preview-schedule';
import { ScheduleTicks } from '@tandem/domain/schedules/schedule-ticks.port';
import { TriggerSchedule } from '@tandem/domain/schedules/trigger-schedule';
import { UpdateSchedule } from '@tandem/domain/schedules/update-schedule';
import { nothing, one, pageOf } from '@tandem/platform/feature/answers';
import { route } from '@tandem/platform/feature/feature';
import { get, list, listWithin } from '@tandem/platform/feature/queries';
import { ById } from '@tandem/platform/inputs/list-inputs';
import { agentScheduleView, schedulePreviewView } from './agent-schedule.view.js';
import { scheduleTickView } from './schedule-tick.view.js';
import {
  CreateScheduleInput,
  ListSchedulesInput,
  ListScheduleTicksInput,
  UpdateScheduleInput,
} from './schedules.inputs.js';

export const scheduleRoutes = [
  route({
    method: 'post',
    path: '/agent-schedules',
    access: 'agents:write',
    summary: 'Create a schedule that starts runs of a blueprint',
    input: CreateScheduleInput,
    run: CreateSchedule,
    answer: one(agentScheduleView),
    status: 201,
    location: '/agent-schedules/{id}',
    problems: ['409 too_many_schedules', '403 test_key'],
    example: {
      blueprint: 'task-digest',
      cron_expression: '0 9 * * mon-fri',
      timezone: 'Europe/Berlin',
      input_template: { since: '{{last_succeeded_at}}' },
    },
  }),
  route({
    method: 'get',
    path: '/agent-schedules',
    access: 'agents:read',
    summary: 'List schedules',
    input: ListSchedulesInput,
    run: list(AgentSchedules, 'ListSchedules'),
    answer: pageOf(agentScheduleView),
  }),
  route({
    method: 'get',
    path: '/agent-schedules/:id',
    access: 'agents:read',
    summary: 'Get a schedule',
    input: ById,
    run: get(AgentSchedules, 'GetSchedule'),
    answer: one(agentScheduleView),
  }),
  route({
    method: 'patch',
    path: '/agent-schedules/:id',
    access: 'agents:write',
    summary: 'Change, enable or disable a schedule',
    description:
      'Whoever changes what a schedule does, or enables it, has a hand in it from then on: it works with no more than every ' +
      'member named in works_for, and every key they used, may do. One that was disabled with owner_deactivated, key_inactive or ' +
      'permission_denied is taken over by the administrator, or by the member it belongs to, who enables it: member_id then ' +
      'names them, and it works with their rights alone.',
    input: UpdateScheduleInput,
    run: UpdateSchedule,
    answer: one(agentScheduleView),
    problems: ['403 test_key', '409 owner_lost', '409 too_many_hands'],
    example: { enabled: false },
  }),
  route({
    method: 'delete',
    path: '/agent-schedules/:id',
    access: 'agents:write',
    summary: 'Delete a schedule; its runs stay',
    input: ById,
    run: DeleteSchedule,
    answer: nothing,
  }),
  route({
    method: 'post',
    path: '/agent-schedules/:id/trigger',
    access: 'agents:write',
    summary: 'Start a run of a schedule now; last_run_id names it',
    description: 'The run works with no more than both those the schedule works for and whoever triggers it may do.',
    input: ById,
    run: TriggerSchedule,
    answer: one(agentScheduleView),
    problems: ['403 test_key', '409 owner_lost', '409 too_many_hands'],
  }),
  route({
    method: 'get',
    path: '/agent-schedules/:id/ticks',
    access: 'agents:read',
    summary: 'List what became of the times of a schedule, newest first',
    input: ListScheduleTicksInput,
    run: listWithin(AgentSchedules, ScheduleTicks),
    answer: pageOf(scheduleTickView),
  }),
  route({
    method: 'get',
    path: '/agent-schedules/:id/preview',
    access: 'agents:read',
    summary: 'List the next ten times of a schedule',
    input: ById,
    run: PreviewSchedule,
    answer: one(schedulePreviewView),
  }),
];
