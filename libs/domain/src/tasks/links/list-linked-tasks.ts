import { Entities, mustBeLinkable } from '../../core/entities.js';
import { List } from '../../core/page.js';
import { uses } from '../../core/use-case.js';
import { Tasks } from '../tasks.port.js';
import type { LinkedTask, LinkTarget } from './task-link.js';

export class ListLinkedTasks extends uses({ tasks: Tasks, entities: Entities }) {
  async run({ entityType, entityId }: LinkTarget): Promise<List<LinkedTask>> {
    mustBeLinkable(entityType);
    const seen = await this.entities.seenIdOf(entityType, entityId);
    return seen === undefined ? new List([], false) : this.tasks.linkedTo({ entityType, entityId: seen });
  }
}
