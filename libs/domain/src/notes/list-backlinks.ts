import { uses } from '../core/use-case.js';
import { domainOf, Entities, isLinkable, linkableTypes, maySee } from '../core/entities.js';
import type { LinkableType } from '../core/vocabulary.js';
import { invalid } from '../core/errors.js';
import { List } from '../core/page.js';
import type { Note } from './note.js';
import { Notes } from './notes.port.js';

export class ListBacklinks extends uses({ notes: Notes, entities: Entities }) {
  async run({ entityType, entityId, cursor }: { entityType: string; entityId: string; cursor?: string }) {
    const detail = `entity_type must be one of ${linkableTypes().join(', ')}.`;
    if (!isLinkable(entityType)) throw invalid([{ parameter: 'entity_type', code: 'unknown_entity_type', detail }]);
    return (await this.isThere(entityType, entityId))
      ? this.notes.backlinks(entityType, entityId, cursor)
      : new List<Note>([], false);
  }

  /** Events are external, so their ids cannot be checked. */
  private async isThere(type: LinkableType, id: string): Promise<boolean> {
    if (domainOf(type) === null) return true;
    return maySee(type) && (await this.entities.idOf(type, id)) !== undefined;
  }
}
