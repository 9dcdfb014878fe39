import { uses } from '../../core/use-case.js';
import { Entities, maySee } from '../../core/entities.js';
import { notFound } from '../../core/errors.js';
import { Page, type PageRequest, pageSize, type Rendered } from '../../core/page.js';
import type { Task } from '../task.js';
import { type LinkTarget, outsideType, TaskLink } from './task-link.js';
import { TaskLinks } from './task-links.port.js';

const maxQueries = 10;

/** Links to records hidden from the caller are hidden too; merged records are followed. */
export class TaskLinking extends uses({ links: TaskLinks, entities: Entities }) {
  /** A page may have fewer links than requested even if there are more. */
  async pageOf(taskId: string, request: PageRequest): Promise<Page<TaskLink>> {
    const size = pageSize(request.limit);
    const found: Rendered[] = [];
    let cursor: string | null | undefined = request.cursor;
    for (let query = 0; query < maxQueries && cursor !== null && found.length < size; query++) {
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

  /** Throws not_found for a link of another task or to a record hidden from the caller. */
  async mustSee(taskId: string, id: string): Promise<void> {
    const link = await this.links.find(id);
    if (link?.taskId !== taskId || (await this.present([link])).length === 0) throw notFound();
  }

  /** Returns the id to link to, locked against deletion and merging; undefined when the caller sees no such record. */
  async lockSeen(entityType: string, entityId: string): Promise<string | undefined> {
    return maySee(entityType) ? this.lock(entityType, entityId) : undefined;
  }

  /** Locks the targets, including hidden ones, by id, the order in which a merge locks them. */
  async lockTargets(tasks: readonly Task[]): Promise<void> {
    const links = await this.links.allOf(tasks.map(({ id }) => id));
    const targets = new Map(links.map((link) => [`${link.entityId} ${link.entityType}`, link]));
    for (const key of [...targets.keys()].sort()) {
      const { entityType, entityId } = targets.get(key)!;
      await this.lock(entityType, entityId);
    }
  }

  /** Copies all links, including hidden ones; their targets are locked. */
  async copy({ id }: Task, copy: Task): Promise<void> {
    for (const target of await this.links.allOf([id])) await this.links.add(TaskLink.like(target, copy));
  }

  /** Each is recorded as the end of one link and the start of another, unless the task already has the latter. */
  async redirect(from: LinkTarget, toId: string): Promise<void> {
    const links = await this.links.lockTo(from);
    const tasks = links.map(({ taskId }) => taskId);
    const linked = await this.links.tasksLinkedTo({ ...from, entityId: toId }, tasks);
    for (const link of links) link.delete();
    // Stored before the target changes, so that the event shows the former one.
    await this.links.saveAll(links);
    await this.links.removeAll(links.filter(({ taskId }) => linked.has(taskId)));
    // The others are changed in place: a new link would lock its task, which may be waiting for the target.
    const others = links.filter(({ taskId }) => !linked.has(taskId));
    for (const link of others) link.leadTo(toId);
    await this.links.saveAll(others);
  }

  private async lock(entityType: string, entityId: string): Promise<string | undefined> {
    return entityType === outsideType ? entityId : this.entities.lockedIdOf(entityType, entityId);
  }

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
