import { currentScope } from '../../core/scope.js';
import { uses } from '../../core/use-case.js';
import { dayMillis } from '../../core/durations.js';
import { dayFrom, dayOfWall } from '../../recurrence/calendar-day.js';
import { wallTime } from '../../recurrence/wall-clock.js';
import { isOverdue } from '../../tasks/task-dates.js';
import { priorities } from '../../tasks/task-fields.js';
import type { Task } from '../../tasks/task.js';
import { Tasks } from '../../tasks/tasks.port.js';
import { Blueprint, type RunContext } from '../blueprint.js';
import { actEach, maxRead } from './act-each.js';
import { count, days, inputOf, limit, listOf, more, outputOf, skipped, taskFields, uuid } from './schemas.js';

interface Input {
  project_id?: string;
  high_after_days?: number;
  urgent_after_days?: number;
  limit?: number;
}

type Raise = ReturnType<typeof raisesOf>[number];

const fields = ['id', 'identifier', 'title', 'priority', 'dueAt', 'dueDate'] as const;
type FoundTask = Pick<Task, (typeof fields)[number]>;

const priority = { enum: [...priorities] };
/** Maximum distance of any time zone's day from the UTC day. */
const zoneMillis = 14 * 3_600_000;

export class OverdueTriage extends uses({ tasks: Tasks }, Blueprint) {
  readonly slug = 'overdue-triage';
  readonly title = 'Raise the priority of overdue tasks';
  readonly inputSchema = inputOf({
    project_id: { ...uuid, description: 'Only tasks in this project.' },
    high_after_days: days('Days overdue at which a task becomes at least high; before that, medium.', 3),
    urgent_after_days: days('Days overdue at which a task becomes urgent.', 14),
    limit: limit('Maximum number of tasks to change in a run.', 100, 200),
  });
  readonly outputSchema = outputOf({
    raised: listOf({ ...taskFields, days_overdue: count, from: priority, to: priority }),
    skipped,
    more,
  });
  override readonly tools = ['update_task'];
  override readonly effects = 'write';
  override readonly access = ['tasks:write'] as const;

  async run({ input, startedAt, read, act }: RunContext<Input>): Promise<unknown> {
    const { raises, more: isCut } = await read('find the overdue tasks', () => this.find(input, startedAt));
    const acted = await actEach(raises, ({ task_id: id, to }, number) =>
      act(`raise ${number}`, 'update_task', { id, priority: to }),
    );
    return { raised: acted.done, skipped: acted.skipped, more: isCut || acted.more };
  }

  /** Reads only tasks whose priority is too low, so that others do not use up the limit. */
  private async find(input: Input, now: Date): Promise<{ raises: Raise[]; more: boolean }> {
    const {
      limit: max = 100,
      project_id: projectId,
      high_after_days: high = 3,
      urgent_after_days: urgent = 14,
    } = input;
    const raises = new Map<string, Raise>();
    let isCut = false;
    for (const [level, after] of [
      ['urgent', urgent],
      ['high', high],
      ['medium', 0],
    ] as const) {
      const dueBefore = new Date(now.getTime() - after * dayMillis + zoneMillis);
      const lower = priorities.slice(0, priorities.indexOf(level));
      const filters = {
        projectId: projectId === undefined ? projectId : [projectId],
        priority: lower,
        dueBefore,
        state: 'open',
        acceptsWrites: true,
      } as const;
      const found = await this.tasks.pick(fields, filters, maxRead + 1);
      for (const task of found) for (const raise of raisesOf(task, now, { high, urgent })) raises.set(task.id, raise);
      isCut ||= found.length > maxRead;
    }
    const longestFirst = [...raises.values()].sort((a, b) => b.days_overdue - a.days_overdue);
    return { raises: longestFirst.slice(0, max), more: isCut || raises.size > max };
  }
}

function raisesOf(task: FoundTask, now: Date, { high, urgent }: { high: number; urgent: number }) {
  const zone = currentScope().timezone;
  if (!isOverdue(task, now, zone)) return [];
  const { id: task_id, identifier, title, priority: from } = task;
  const days = daysSinceDue(task, now, zone);
  const to = days >= urgent ? 'urgent' : days >= high ? 'high' : 'medium';
  if (priorities.indexOf(to) <= priorities.indexOf(from)) return [];
  return [{ task_id, identifier, title, days_overdue: days, from, to }];
}

/** Whole days since a task was due; an all-day due date counts in days of the zone. */
function daysSinceDue({ dueAt, dueDate }: FoundTask, now: Date, zone: string): number {
  if (dueAt) return Math.floor((now.getTime() - dueAt.getTime()) / dayMillis);
  return dayOfWall(wallTime(now, zone)) - dayFrom(dueDate!);
}
