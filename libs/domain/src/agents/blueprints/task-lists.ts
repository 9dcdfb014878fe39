import type { PageRequest } from '../../core/page.js';
import { Tasks } from '../../tasks/tasks.port.js';
import type { ListedTask } from './listed-task.js';

const most = 1000;

/** Reads the tasks that filters pick, page by page, the newest thousand at most. */
export class TaskLists {
  static needs = [Tasks] as const;

  constructor(private readonly tasks: Tasks) {}

  async all(filters: object): Promise<ListedTask[]> {
    const found: ListedTask[] = [];
    const request: PageRequest = { ...filters, limit: 100 };
    do {
      const { items, nextCursor } = await this.tasks.page(request);
      found.push(...items.map(({ json }) => JSON.parse(json) as ListedTask));
      request.cursor = nextCursor ?? undefined;
    } while (request.cursor && found.length < most);
    return found;
  }
}
