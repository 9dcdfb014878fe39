import { notFound } from '@tandem/domain/core/errors';
import type { Rendered } from '@tandem/domain/core/page';
import type { Task } from '@tandem/domain/tasks/task';
import type { Tasks } from '@tandem/domain/tasks/tasks.port';
import { InMemoryStore } from '@tandem/testing/in-memory-store';
import { taskView } from './task.view.js';

const month = 30 * 24 * 3600 * 1000;

export class InMemoryTasks extends InMemoryStore<Task> implements Tasks {
  private readonly former = new Map<string, string>();

  constructor() {
    super(taskView);
  }

  async readByIdentifier(identifier: string): Promise<Rendered> {
    const wanted = identifier.toUpperCase();
    const task = this.seen().find((one) => one.identifier === wanted || this.former.get(wanted) === one.id);
    if (!task) throw notFound();
    return this.rendered(task);
  }

  async openDescendants(id: string): Promise<string[]> {
    const children = this.seen().filter((task) => task.parentId === id);
    const below = await Promise.all(children.map((child) => this.openDescendants(child.id)));
    return [...children.filter((child) => !child.isClosed).map((child) => child.id), ...below.flat()];
  }

  async openChildren(id: string): Promise<Task[]> {
    return this.seen().filter((task) => task.parentId === id && !task.isClosed);
  }

  async untouchedTree(id: string): Promise<string[] | undefined> {
    const [top, ...below] = this.below(id);
    const isAsMade = (task: Task) =>
      !task.isClosed && [task.createdAt, task.updatedAt].every((at) => at.getTime() === top!.createdAt.getTime());
    return top && [top, ...below].every(isAsMade) ? [top, ...below].map((task) => task.id) : undefined;
  }

  async isFollowed(id: string): Promise<boolean> {
    const next = this.every().find((task) => task.id === this.records.get(id)?.successorId);
    return next !== undefined && (!next.deletedAt || this.isFollowed(next.id));
  }

  /** One process does one thing at a time. */
  async lockFamily(): Promise<void> {}

  async lockPredecessors(id: string): Promise<Task[]> {
    const before = this.every().find((task) => task.id === this.records.get(id)?.recursFrom);
    if (!before) return [];
    return [before, ...(before.deletedAt ? await this.lockPredecessors(before.id) : [])];
  }

  /** Nothing is hidden here. */
  changeUnseen(id: string, rule: (task: Task) => void): Promise<Task> {
    return this.change(id, rule);
  }

  async touch(id: string): Promise<void> {
    this.records.get(id)!.updatedAt = new Date();
  }

  async canceledWith(id: string, canceledAt: Date): Promise<string[]> {
    return this.ids((task) => task.canceledWith === id && task.canceledAt! >= canceledAt);
  }

  async ancestors(id: string): Promise<string[]> {
    const parent = this.seen({ deleted: true }).find((task) => task.id === id)?.parentId;
    return parent ? [parent, ...(await this.ancestors(parent))] : [];
  }

  async closedAncestors(id: string): Promise<string[]> {
    const above = await this.ancestors(id);
    return this.ids((task) => task.isClosed && above.includes(task.id));
  }

  async heightOf(id: string): Promise<number> {
    const children = this.ids((task) => task.parentId === id);
    return Math.max(0, ...(await Promise.all(children.map(async (child) => 1 + (await this.heightOf(child))))));
  }

  async nextPositionOutsideProjects(): Promise<number> {
    const positions = this.seen().map((task) => (task.projectId ? 0 : task.position));
    return Math.max(0, ...positions) + 1024;
  }

  async restore(id: string, rule: (task: Task) => void): Promise<Task> {
    const task = this.seen({ deleted: true }).find((one) => one.id === id);
    if (!task || (task.deletedAt && task.deletedAt.getTime() < Date.now() - month)) throw notFound();
    rule(task);
    task.restore();
    this.keep(task);
    return task;
  }

  /** One process does one thing at a time. */
  async holdTree(): Promise<void> {}

  private every(): Task[] {
    return this.seen({ deleted: true });
  }

  private below(id: string): Task[] {
    const here = this.seen().filter((task) => task.id === id);
    const children = here.length ? this.ids((task) => task.parentId === id) : [];
    return [...here, ...children.flatMap((child) => this.below(child))];
  }

  private ids(condition: (task: Task) => boolean): string[] {
    return this.seen()
      .filter(condition)
      .map(({ id }) => id);
  }
}
