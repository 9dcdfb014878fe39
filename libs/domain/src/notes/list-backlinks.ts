import { uses } from '../core/use-case.js';
import { Entities, mustBeLinkable } from '../core/entities.js';
import { List } from '../core/page.js';
import type { Note } from './note.js';
import { Notes } from './notes.port.js';

export class ListBacklinks extends uses({ notes: Notes, entities: Entities }) {
  async run({ entityType, entityId, cursor }: { entityType: string; entityId: string; cursor?: string }) {
    mustBeLinkable(entityType);
    const isSeen = (await this.entities.seenIdOf(entityType, entityId)) !== undefined;
    return isSeen ? this.notes.backlinks(entityType, entityId, cursor) : new List<Note>([], false);
  }
}
