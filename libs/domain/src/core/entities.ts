import { currentScope } from './scope.js';
import { type LinkableType, vocabulary } from './vocabulary.js';

/** Finds records of any type among those that the caller may see. */
export abstract class Entities {
  /** Returns another id when the record was merged; undefined when the caller sees no such record. */
  abstract idOf(type: string, id: string): Promise<string | undefined>;

  /** The ids (in lower case) of records that the caller sees. */
  abstract present(type: string, ids: readonly string[]): Promise<Set<string>>;

  /** Like `idOf`, but locks the record against deletion and merging until the open transaction ends. */
  abstract lockedIdOf(type: string, id: string): Promise<string | undefined>;
}

export const linkableTypes = (): LinkableType[] => [...vocabulary().linkable.keys()];

export const isLinkable = (type: string): type is LinkableType => vocabulary().linkable.has(type as LinkableType);

/** Readers of this domain see records of the type. Null for `event`, an external id that is never checked. */
export const domainOf = (type: LinkableType) => vocabulary().linkable.get(type)!.domain;

export function maySee(type: string): boolean {
  const domain = isLinkable(type) ? domainOf(type) : undefined;
  return domain === null || (domain !== undefined && currentScope().rights.allows(domain, 'read'));
}
