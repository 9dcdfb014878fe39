import { invalid } from './errors.js';
import { currentScope } from './scope.js';
import { type LinkableType, vocabulary } from './vocabulary.js';

/** Finds records of any type that the caller may see. */
export abstract class Entities {
  /** Returns another id when the record was merged; undefined when the caller sees no such record. */
  abstract idOf(type: string, id: string): Promise<string | undefined>;

  /** The ids (in lower case) of records that the caller sees. */
  abstract present(type: string, ids: readonly string[]): Promise<Set<string>>;

  /** Like `idOf`, but locks the record against deletion and merging until the open transaction ends. */
  abstract lockedIdOf(type: string, id: string): Promise<string | undefined>;

  /** Like `idOf`, with the caller's right to the type checked; ids of external events are returned as they are. */
  async seenIdOf(type: LinkableType, id: string): Promise<string | undefined> {
    if (domainOf(type) === null) return id;
    return maySee(type) ? this.idOf(type, id) : undefined;
  }
}

export const linkableTypes = (): LinkableType[] => [...vocabulary().linkable.keys()];

export const isLinkable = (type: string): type is LinkableType => vocabulary().linkable.has(type as LinkableType);

export function mustBeLinkable(entityType: string): asserts entityType is LinkableType {
  const detail = `entity_type must be one of ${linkableTypes().join(', ')}.`;
  if (!isLinkable(entityType)) throw invalid([{ parameter: 'entity_type', code: 'unknown_entity_type', detail }]);
}

/** Readers of this domain see records of the type. Null for `event`, an external id that is never checked. */
export const domainOf = (type: LinkableType) => vocabulary().linkable.get(type)!.domain;

export function maySee(type: string): boolean {
  const domain = isLinkable(type) ? domainOf(type) : undefined;
  return domain === null || (domain !== undefined && currentScope().rights.allows(domain, 'read'));
}
