import { describe, expect, it } from '@jest/globals';
import { type Policy, Rights } from '../core/access/rights.js';
import { Owners } from './owners.js';

const shut: Policy = { domain: 'members', accessLevel: 'read', resourceFilter: null };
const owner = (...policies: Policy[]) => new Rights('owner', policies);
const owners = (rights: Record<string, Rights>) => new Owners(new Map(Object.entries(rights)));

describe('the last owner', () => {
  it('is an owner without another owner', () => {
    expect(owners({ ada: owner() }).isLast('ada')).toBe(true);
    expect(owners({ ada: owner(), bob: owner() }).isLast('ada')).toBe(false);
  });

  it('is an owner without another who can administer members', () => {
    const both = owners({ ada: owner(), bob: owner(shut) });
    expect([both.isLast('ada'), both.isLast('bob')]).toEqual([true, false]);
  });

  it('is never a member who is not an owner', () => {
    expect(owners({ bob: owner(shut) }).isLast('ada')).toBe(false);
  });
});
