import { asConsequence } from '../../core/scope.js';
import { needing } from '../../core/use-case.js';
import { Projects } from '../../projects/projects.port.js';
import type { TaskFilters } from '../../tasks/task-filters.js';
import { Tasks } from '../../tasks/tasks.port.js';
import type { Task } from '../../tasks/task.js';

const fields = ['id', 'identifier', 'title', 'priority', 'projectId', 'dueAt', 'dueDate', 'updatedAt'] as const;

/** What agents that change tasks look at. */
export type FoundTask = Pick<Task, (typeof fields)[number]>;

const mostRead = 1000;

/** Finds tasks for agents to change. */
export class WritableTasks extends needing({ tasks: Tasks, projects: Projects }) {
  /** The newest thousand open tasks that the filters pick, without those of archived projects, which nobody may change. */
  async read(filters: TaskFilters): Promise<{ found: FoundTask[]; more: boolean }> {
    const found = await this.tasks.pick(fields, { ...filters, state: 'open' }, mostRead + 1);
    if (found.length === 0) return { found, more: false };
    const archived = await asConsequence(() => this.projects.pick(['id'], { isArchived: true }, mostRead));
    const closed = new Set<string | null>(archived.map(({ id }) => id));
    const writable = found.slice(0, mostRead).filter(({ projectId }) => !closed.has(projectId));
    return { found: writable, more: found.length > mostRead };
  }
}
