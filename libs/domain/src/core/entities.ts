import { currentScope } from './scope.js';
import { type LinkableType, vocabulary } from './vocabulary.js';

/** Every kind of record that others may refer to by type and id, as the caller may see it. */
export abstract class Entities {
  abstract get types(): readonly string[];

  /** Id of the record that an id leads to: its own, but for a record merged into another one. Undefined when the caller sees none. */
  abstract idOf(type: string, id: string): Promise<string | undefined>;

  /** Those of the ids, in lower case, that are ids of records which the caller sees. */
  abstract present(type: string, ids: readonly string[]): Promise<Set<string>>;

  /** The same as `idOf`, and it goes on leading there until the open transaction ends. */
  abstract heldIdOf(type: string, id: string): Promise<string | undefined>;
}

export type { LinkableType } from './vocabulary.js';

/** Every type of record that notes and tasks of this installation can refer to. */
export const linkableTypes = (): LinkableType[] => [...vocabulary().linkable.keys()];

export const isLinkable = (type: string): type is LinkableType => vocabulary().linkable.has(type as LinkableType);

/**
 * The domain whose right to read shows records of the type. Null for `event`: those ids refer to an external calendar or system
 * and are never checked.
 */
export const domainOf = (type: LinkableType) => vocabulary().linkable.get(type)!.domain;

/** True when the caller may read records of the type at all; which of them is for its store to say. */
export function maySee(type: string): boolean {
  const domain = isLinkable(type) ? domainOf(type) : undefined;
  return domain === null || (domain !== undefined && currentScope().rights.allows(domain, 'read'));
}
