import { Entities } from '../core/entities.js';
import { invalid } from '../core/errors.js';
import { isLinkable, linkableDomains, type LinkableType, linkableTypes } from '../core/linkable.js';
import { List } from '../core/page.js';
import { currentScope } from '../core/scope.js';
import { Notes } from './notes.port.js';

export class ListBacklinks {
  static needs = [Notes, Entities] as const;

  constructor(
    private readonly notes: Notes,
    private readonly entities: Entities,
  ) {}

  async run({ entityType, entityId }: { entityType: string; entityId: string }): Promise<List> {
    if (!isLinkable(entityType))
      throw invalid([
        {
          parameter: 'entity_type',
          code: 'unknown_entity_type',
          detail: `entity_type must be one of ${linkableTypes.join(', ')}.`,
        },
      ]);
    return (await this.isThere(entityType, entityId))
      ? this.notes.backlinks(entityType, entityId)
      : new List([], false);
  }

  /** Events are outside, so that any id may be one. */
  private async isThere(type: LinkableType, id: string): Promise<boolean> {
    const domain = linkableDomains[type];
    return (
      domain === null ||
      (currentScope().rights.allows(domain, 'read') && (await this.entities.idOf(type, id)) !== undefined)
    );
  }
}
