import { uses } from '../../core/use-case.js';
import { Entities, maySee } from '../../core/entities.js';
import { notFound } from '../../core/errors.js';
import { Page, type PageRequest, pageSize, type Rendered } from '../../core/page.js';
import type { Task } from '../task.js';
import { type LinkTarget, outsideType, TaskLink } from './task-link.js';
import { TaskLinks } from './task-links.port.js';

/** Most queries for one page while links are hidden; the rest is for the next page. */
const maxLooks = 10;

/** Shows and makes links of tasks: one to what the caller may not read does not exist for them, and what was merged is followed. */
export class TaskLinking extends uses({ links: TaskLinks, entities: Entities }) {
  /** A page may hold fewer links than asked for although there are more. */
  async pageOf(taskId: string, request: PageRequest): Promise<Page<TaskLink>> {
    const size = pageSize(request.limit);
    const found: Rendered[] = [];
    let cursor: string | null | undefined = request.cursor;
    for (let look = 0; look < maxLooks && cursor !== null && found.length < size; look++) {
      const page: Page = await this.links.pageOf(taskId, { ...request, limit: size - found.length, cursor });
      const links = page.items.map((item) => ({ item, ...this.links.targetOf(item) }));
      found.push(...(await this.present(links)).map(({ item }) => item));
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

  /** The id that a link to it has; nobody deletes or merges it before the open transaction ends. Undefined where the caller sees no such record. */
  async lockSeen(entityType: string, entityId: string): Promise<string | undefined> {
    return maySee(entityType) ? this.lock(entityType, entityId) : undefined;
  }

  /**
   * Locks what locked tasks are linked to, hidden targets too, each once: in the order of ids, as whoever merges two locks them. Their
   * links then stay until the transaction ends.
   */
  async lockTargets(tasks: readonly Task[]): Promise<void> {
    const links = await this.links.allOf(tasks.map(({ id }) => id));
    const targets = new Map(links.map((link) => [`${link.entityId} ${link.entityType}`, link]));
    for (const key of [...targets.keys()].sort()) {
      const { entityType, entityId } = targets.get(key)!;
      await this.lock(entityType, entityId);
    }
  }

  /** Links a copy to what its original is linked to, hidden targets too; they are locked. */
  async copy({ id }: Task, copy: Task): Promise<void> {
    for (const target of await this.links.allOf([id])) await this.links.add(TaskLink.like(target, copy));
  }

  /**
   * Links the tasks that are linked to a record to what it was merged into. Each is told as the end of one link and the beginning of
   * another, unless the task has that other link already.
   */
  async redirect(from: LinkTarget, toId: string): Promise<void> {
    const links = await this.links.lockTo(from);
    const tasks = links.map(({ taskId }) => taskId);
    const linked = await this.links.tasksLinkedTo({ ...from, entityId: toId }, tasks);
    for (const link of links) link.delete();
    // What ends is told as it was, so before it leads elsewhere.
    await this.links.saveAll(links);
    await this.links.removeAll(links.filter(({ taskId }) => linked.has(taskId)));
    // The others are changed in place: a link made anew would lock its task, which may be waiting for what it leads to.
    const others = links.filter(({ taskId }) => !linked.has(taskId));
    for (const link of others) link.leadTo(toId);
    await this.links.saveAll(others);
  }

  private async lock(entityType: string, entityId: string): Promise<string | undefined> {
    return entityType === outsideType ? entityId : this.entities.lockedIdOf(entityType, entityId);
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
