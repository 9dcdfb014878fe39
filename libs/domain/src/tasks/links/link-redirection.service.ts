import { needing } from '../../core/use-case.js';
import type { LinkTarget } from './task-link.js';
import { TaskLinks } from './task-links.port.js';

/** Tasks that are linked to a record are linked to what it became a part of. */
export class LinkRedirection extends needing({ links: TaskLinks }) {
  /** Each is told as the end of one link and the beginning of another, unless the task has that other link already. */
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
}
