import { Entities } from '../../core/entities.js';
import { type LinkTarget, outside, TaskLink } from './task-link.js';
import type { Task } from '../task.js';
import { TaskLinks } from './task-links.port.js';

/** Links a copy of a task to what the original is linked to. */
export class LinkCopies {
  static needs = [TaskLinks, Entities] as const;

  constructor(
    private readonly links: TaskLinks,
    private readonly entities: Entities,
  ) {}

  async add(original: Task, copy: Task): Promise<void> {
    for (const target of await this.targets(original)) await this.links.add(TaskLink.like(target, copy));
  }

  /** Each once, as it stands now: one contact may be merged into another at this moment. */
  private async targets({ id }: Task): Promise<LinkTarget[]> {
    const targets = new Map<string, LinkTarget>();
    for (const { entityType, entityId } of await this.links.allOf(id)) {
      const held = entityType === outside ? undefined : await this.entities.heldIdOf(entityType, entityId);
      const target = { entityType, entityId: held ?? entityId };
      targets.set(`${entityType} ${target.entityId}`, target);
    }
    return [...targets.values()];
  }
}
