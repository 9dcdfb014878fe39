import { describe, expect, it } from '@jest/globals';
import { type Mandate, membersOf, sharedWith } from './mandate.js';

const of = (memberId: string, keyId: string | null = null): Mandate => ({
  memberId,
  rights: { role: 'member', policies: [], scopes: ['*'], keyId },
});

describe('a mandate', () => {
  it('names each member once, whose it is first', () => {
    const rights = sharedWith({ ...of('ada'), rights: sharedWith(of('ada'), of('bob')) }, of('ada', 'key'));
    expect(membersOf({ memberId: 'ada', rights })).toEqual(['ada', 'bob']);
    expect(rights.others).toHaveLength(2);
  });

  it('is not changed by a hand that it has already', () => {
    const mandate = of('ada', 'key');
    expect(sharedWith(mandate, of('ada', 'key'))).toBe(mandate.rights);
  });

  it('does not grow without end', () => {
    let mandate = of('ada');
    const share = () => {
      for (let n = 0; n < 50; n++) mandate = { ...mandate, rights: sharedWith(mandate, of('bob', `${n}`)) };
    };
    expect(share).toThrow('20 members and API keys');
  });
});
