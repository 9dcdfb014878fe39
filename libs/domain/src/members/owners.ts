import type { Rights } from '../core/access/rights.js';

export class Owners {
  constructor(readonly rights: ReadonlyMap<string, Rights>) {}

  /** True for the only owner who can administer members. */
  isLast(id: string): boolean {
    const others = new Map(this.rights);
    return others.delete(id) && ![...others.values()].some(canAdminister);
  }
}

export const canAdminister = (rights: Rights) => rights.allows('members', 'admin');
