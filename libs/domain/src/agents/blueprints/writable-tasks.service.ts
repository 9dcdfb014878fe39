import { asConsequence } from '../../core/scope.js';
import { needing } from '../../core/use-case.js';
import { Projects } from '../../projects/projects.port.js';
import type { TaskFilters } from '../../tasks/task-filters.js';
import { Tasks } from '../../tasks/tasks.port.js';
import type { Priority } from '../../tasks/task-fields.js';
import { readPages } from './read-pages.js';

/** A task as its view shows it, as far as agents that change tasks look at it. */
export interface FoundTask {
  id: string;
  identifier: string | null;
  title: string;
  priority: Priority;
  project_id: string | null;
  due_at: string | null;
  due_date: string | null;
  updated_at: string;
}

const mostRead = 1000;

/** Finds tasks for agents to change. */
export class WritableTasks extends needing({ tasks: Tasks, projects: Projects }) {
  /** The newest thousand open tasks that the filters pick, without those of archived projects, which nobody may change. */
  async read(filters: TaskFilters): Promise<{ found: FoundTask[]; more: boolean }> {
    const { found, more } = await readPages<FoundTask, TaskFilters>(
      this.tasks,
      { ...filters, state: 'open' },
      mostRead,
    );
    if (found.length === 0) return { found, more };
    const archived = await asConsequence(() =>
      readPages<{ id: string }, object>(this.projects, { isArchived: true }, mostRead),
    );
    const closed = new Set(archived.found.map(({ id }) => id));
    return { found: found.filter(({ project_id: id }) => id === null || !closed.has(id)), more };
  }
}
