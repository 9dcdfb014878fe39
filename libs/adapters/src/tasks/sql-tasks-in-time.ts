import type { Place } from '@tandem/domain/core/scope';
import { snake } from '@tandem/domain/core/wire-names';
import type { Task } from '@tandem/domain/tasks/task';
import type { TaskFilters } from '@tandem/domain/tasks/task-filters';
import type { TimeField } from '@tandem/domain/tasks/tasks.port';
import { SqlTree } from '@tandem/platform/store/sql-tree';
import { isOccurrenceOver, isSnoozeOver } from './task-rules.js';
import { follower, predecessors, successorTree } from './task-series.js';

const mostDue = 2000;
const isOver: Record<TimeField, string> = { snoozedUntil: isSnoozeOver, nextOccurrence: isOccurrenceOver };

/** Tasks in time: the series that they are in, and what is due for them. */
export abstract class SqlTasksInTime extends SqlTree<Task, TaskFilters> {
  async lockWithPredecessors(id: string): Promise<Task[]> {
    const { locked } = await this.lockFound((bind) => {
      const self = bind(id);
      return `${predecessors(self)} where exists (select ${this.rows(bind, 'true')} and t.id = ${self})`;
    });
    const found = new Map(locked.map(({ entity }) => [entity.id, entity]));
    const line: Task[] = [];
    for (let task = found.get(id); task; task = found.get(task.recursFrom ?? '')) line.push(task);
    return line;
  }

  async successorTree(id: string): Promise<{ task: Task; addedAt: Date[] }[]> {
    const rows = await this.database.queryOfTenant(successorTree(this.map.columns), id);
    return rows.map((row) => ({ task: this.map.revive(row), addedAt: row.added_at as Date[] }));
  }

  isFollowed(id: string): Promise<boolean> {
    return this.exists((bind) => follower(bind(id)));
  }

  dueAcrossTenants(field: TimeField): Promise<Place[]> {
    const text = `select t.tenant_id as "tenantId", t.id from tasks t where ${isOver[field]} order by t.${snake(field)} limit ${mostDue}`;
    return this.database.queryAcrossTenants(text);
  }

  async changeIfSnoozeIsOver(id: string, rule: (task: Task) => void): Promise<void> {
    await this.changeWhere((bind) => `t.id = ${bind(id)} and ${isSnoozeOver}`, rule);
  }

  async changeIfOccurrenceIsOver(id: string, rule: (task: Task) => void): Promise<void> {
    const store = ({ nextOccurrence }: Task) =>
      this.database.defer([this.setting(id, 'next_occurrence', nextOccurrence)]);
    await this.changeWhere((bind) => `t.id = ${bind(id)} and ${isOccurrenceOver}`, rule, store);
  }
}
