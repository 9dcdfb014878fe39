import { currentScope } from './scope.js';
import { type LinkableType, vocabulary } from './vocabulary.js';

/** Finds records of any kind by type and id, as far as the caller may see them. */
export abstract class Entities {
  /** The id of the record: another one where the record was merged. Undefined when the caller sees no such record. */
  abstract idOf(type: string, id: string): Promise<string | undefined>;

  /** Which of these ids (in lower case) are of records that the caller sees. */
  abstract present(type: string, ids: readonly string[]): Promise<Set<string>>;

  /** Like `idOf`, and nobody deletes or merges the record before the open transaction ends. */
  abstract lockedIdOf(type: string, id: string): Promise<string | undefined>;
}

export const linkableTypes = (): LinkableType[] => [...vocabulary().linkable.keys()];

export const isLinkable = (type: string): type is LinkableType => vocabulary().linkable.has(type as LinkableType);

/** Whoever may read this domain sees records of the type. Null for `event`: an id from outside, which is never checked. */
export const domainOf = (type: LinkableType) => vocabulary().linkable.get(type)!.domain;

/** True when the caller may read records of the type at all; which of them is for its store to say. */
export function maySee(type: string): boolean {
  const domain = isLinkable(type) ? domainOf(type) : undefined;
  return domain === null || (domain !== undefined && currentScope().rights.allows(domain, 'read'));
}
