import { uses } from '../../core/use-case.js';
import { dayMillis } from '../../core/durations.js';
import { Tasks } from '../../tasks/tasks.port.js';
import { Blueprint, type RunContext } from '../blueprint.js';
import { actEach, maxRead } from './act-each.js';
import { count, days, inputOf, limit, listOf, more, outputOf, skipped, taskFields, uuid } from './schemas.js';

interface Input {
  project_id?: string;
  stale_after_days?: number;
  action?: 'comment' | 'cancel';
  limit?: number;
}

export class StaleTaskSweep extends uses({ tasks: Tasks }, Blueprint) {
  readonly slug = 'stale-task-sweep';
  readonly title = 'Ask about stale tasks, or cancel them';
  readonly inputSchema = inputOf({
    project_id: { ...uuid, description: 'Only tasks in this project.' },
    stale_after_days: days('Days without a change or a comment after which a task is stale.', 30),
    action: {
      enum: ['comment', 'cancel'],
      default: 'comment',
      description: '`comment` asks on the task whether it is still wanted; `cancel` cancels it. Default comment.',
    },
    limit: limit('Maximum number of tasks to process in a run.', 50, 200),
  });
  readonly outputSchema = outputOf({
    action: { enum: ['comment', 'cancel'] },
    swept: listOf({ ...taskFields, days_unchanged: count }),
    skipped,
    more,
  });
  override readonly tools = ['create_task_comment', 'cancel_task'];
  override readonly effects = 'write';
  override readonly access = ['tasks:write'] as const;

  async run({ input, startedAt, read, act }: RunContext<Input>): Promise<unknown> {
    const { action = 'comment' } = input;
    const { stale, more: isCut } = await read('find the stale tasks', () => this.find(input, startedAt));
    const acted = await actEach(stale, ({ task_id: id, days_unchanged }, number) =>
      action === 'cancel'
        ? act(`cancel ${number}`, 'cancel_task', { id })
        : act(`comment ${number}`, 'create_task_comment', { id, body: questionAfter(days_unchanged) }),
    );
    return { action, swept: acted.done, skipped: acted.skipped, more: isCut || acted.more };
  }

  private async find(input: Input, now: Date) {
    const { limit: max = 50, project_id: projectId, stale_after_days: after = 30 } = input;
    const idleSince = new Date(now.getTime() - after * dayMillis);
    const filters = {
      projectId: projectId === undefined ? projectId : [projectId],
      idleSince,
      state: 'open',
      acceptsWrites: true,
    } as const;
    const found = await this.tasks.pick(['id', 'identifier', 'title', 'updatedAt'], filters, maxRead);
    const stale = found
      .sort((a, b) => a.updatedAt.getTime() - b.updatedAt.getTime())
      .map(({ id, identifier, title, updatedAt }) => {
        const days_unchanged = Math.floor((now.getTime() - updatedAt.getTime()) / dayMillis);
        return { task_id: id, identifier, title, days_unchanged };
      });
    return { stale: stale.slice(0, max), more: stale.length > max };
  }
}

const questionAfter = (days: number) =>
  `This task has not been changed for ${days} days. Is it still wanted? If so, say when; if not, cancel it.`;
