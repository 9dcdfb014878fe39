import { describe, expect, it } from '@jest/globals';
import { type Delegation, membersOf, sharedWith } from './delegation.js';

const of = (memberId: string, keyId: string | null = null): Delegation => ({
  memberId,
  rights: { role: 'member', policies: [], scopes: ['*'], keyId },
});

describe('a delegation', () => {
  it('names each member once, starting with the owner', () => {
    const rights = sharedWith({ ...of('ada'), rights: sharedWith(of('ada'), of('bob')) }, of('ada', 'key'));
    expect(membersOf({ memberId: 'ada', rights })).toEqual(['ada', 'bob']);
    expect(rights.others).toHaveLength(2);
  });

  it('ignores a delegator that it already has', () => {
    const delegation = of('ada', 'key');
    expect(sharedWith(delegation, of('ada', 'key'))).toBe(delegation.rights);
  });

  it('has a maximum length', () => {
    let delegation = of('ada');
    const share = () => {
      for (let n = 0; n < 50; n++) delegation = { ...delegation, rights: sharedWith(delegation, of('bob', `${n}`)) };
    };
    expect(share).toThrow('20 members and API keys');
  });
});
