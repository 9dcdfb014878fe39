import { currentScope } from './scope.js';
import { type LinkableType, vocabulary } from './vocabulary.js';

export type { LinkableType } from './vocabulary.js';

/** Every type of record that notes and tasks of this installation can refer to. */
export const linkableTypes = (): LinkableType[] => [...vocabulary().linkable.keys()];

export const isLinkable = (type: string): type is LinkableType => vocabulary().linkable.has(type as LinkableType);

/** The domain whose right to read shows records of the type; null for an `event`, which is known outside only. */
export const domainOf = (type: LinkableType) => vocabulary().linkable.get(type)!.domain;

/** True when the caller may read records of the type at all; which of them is for its store to say. */
export function maySee(type: string): boolean {
  const domain = isLinkable(type) ? domainOf(type) : undefined;
  return domain === null || (domain !== undefined && currentScope().rights.allows(domain, 'read'));
}
