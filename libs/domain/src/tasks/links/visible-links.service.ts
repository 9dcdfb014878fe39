import { needing } from '../../core/use-case.js';
import { Entities, maySee } from '../../core/entities.js';
import { notFound } from '../../core/errors.js';
import { Page, type PageRequest, pageSize, type Rendered } from '../../core/page.js';
import { type LinkTarget, outsideType, type TaskLink } from './task-link.js';
import { TaskLinks } from './task-links.port.js';

/** Most queries for one page while links are hidden; the rest is for the next page. */
const mostLooks = 10;

/** The links of a task that lead to what the caller may read: the others do not exist for them. */
export class VisibleLinks extends needing({ links: TaskLinks, entities: Entities }) {
  /** A page may hold fewer links than asked for although there are more. */
  async pageOf(taskId: string, request: PageRequest): Promise<Page<TaskLink>> {
    const size = pageSize(request.limit);
    const found: Rendered[] = [];
    let cursor: string | null | undefined = request.cursor;
    for (let look = 0; look < mostLooks && cursor !== null && found.length < size; look++) {
      const page: Page = await this.links.pageOf(taskId, { ...request, limit: size - found.length, cursor });
      found.push(...(await this.seen(page.items)));
      cursor = page.nextCursor;
    }
    return new Page(found, cursor ?? null);
  }

  async readOf(taskId: string, id: string): Promise<Rendered<TaskLink>> {
    await this.mustSee(taskId, id);
    return this.links.readOf(taskId, id);
  }

  /** not_found for a link of another task, and for one that leads to what the caller may not read. */
  async mustSee(taskId: string, id: string): Promise<void> {
    const link = await this.links.find(id);
    if (link?.taskId !== taskId || (await this.present([link])).length === 0) throw notFound();
  }

  private async seen(items: readonly Rendered[]): Promise<Rendered[]> {
    const present = await this.present(items.map((item) => ({ item, ...this.links.targetOf(item) })));
    return present.map(({ item }) => item);
  }

  /** Those of the targets that exist for the caller: one query for each type. */
  private async present<T extends LinkTarget>(targets: readonly T[]): Promise<T[]> {
    const present = new Map<string, Set<string>>();
    for (const type of new Set(targets.map(({ entityType }) => entityType))) {
      const ids = targets.filter(({ entityType }) => entityType === type).map(({ entityId }) => entityId);
      present.set(type, new Set(await this.presentOf(type, ids)));
    }
    return targets.filter(({ entityType, entityId }) => present.get(entityType)!.has(entityId));
  }

  private async presentOf(type: string, ids: readonly string[]): Promise<Iterable<string>> {
    if (type === outsideType) return ids;
    return maySee(type) ? this.entities.present(type, ids) : [];
  }
}
