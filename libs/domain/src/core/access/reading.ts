import type { Domain } from '../vocabulary.js';
import { domains, intersectionOf, isFiltered, isWithin, Rights } from './rights.js';

export const withoutScopes = ({ intersected }: Rights): Rights =>
  intersectionOf(intersected.map(({ role, policies }) => new Rights(role, policies)));

export interface UnseenProjects {
  any: boolean;
  /** The other rights name at least one of them. */
  named: boolean;
}
export function readableBeyond(reader: Rights, rights: Rights, unseen: UnseenProjects): Domain[] {
  return domains().filter((domain) => {
    if (!rights.allows(domain, 'read')) return false;
    const [own, theirs] = [rights.filter(domain), reader.filter(domain)];
    if (!reader.allows(domain, 'read') || !isWithin(own, theirs)) return true;
    if (theirs || reader.isAdministrator || !isFiltered('project_ids', domain)) return false;
    return rights.isAdministrator && !own ? unseen.any : unseen.named;
  });
}
