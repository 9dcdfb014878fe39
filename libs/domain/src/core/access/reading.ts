import type { Domain } from '../vocabulary.js';
import { domains, intersectionOf, isFiltered, isWithin, Rights } from './rights.js';

/** The same rights without the scopes of a key in between. */
export const withoutScopes = ({ intersected }: Rights): Rights =>
  intersectionOf(intersected.map(({ role, policies }) => new Rights(role, policies)));

/** What is known of the private projects that a reader does not see. */
export interface UnseenProjects {
  /** The tenant has any. */
  any: boolean;
  /** The rights in question name any of them. */
  named: boolean;
}

/** The domains in which rights let one read something that the reader may not. */
export function readableBeyond(reader: Rights, rights: Rights, unseen: UnseenProjects): Domain[] {
  return domains().filter((domain) => {
    if (!rights.allows(domain, 'read')) return false;
    const [own, theirs] = [rights.filter(domain), reader.filter(domain)];
    if (!reader.allows(domain, 'read') || !isWithin(own, theirs)) return true;
    if (theirs || reader.isAdministrator || !isFiltered('project_ids', domain)) return false;
    return rights.isAdministrator && !own ? unseen.any : unseen.named;
  });
}
