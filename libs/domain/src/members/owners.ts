import type { Rights } from '../core/access/rights.js';

/** The active owners of a tenant, by id, with what each may do. */
export class Owners {
  constructor(readonly rights: ReadonlyMap<string, Rights>) {}

  /** True for an owner beside whom no other can administer members. */
  isLast(id: string): boolean {
    const others = new Map(this.rights);
    return others.delete(id) && ![...others.values()].some(canAdminister);
  }
}

/** True when somebody with these rights can administer members. */
export const canAdminister = (rights: Rights) => rights.allows('members', 'admin');
