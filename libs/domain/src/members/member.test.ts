import { describe, expect, it } from '@jest/globals';
import { asTenant } from '@tandem/testing/as-tenant';
import { takeRecorded } from '../core/entity.js';
import { newId } from '../core/id.js';
import { Member } from './member.js';

const owner = () => asTenant(newId(), () => new Member({ name: 'Ada', email: 'Ada@Example.com', role: 'owner' }));
const lastOwner = expect.objectContaining({ kind: 'conflict', code: 'last_owner' });

describe('a member', () => {
  it('stays owner if there is no other', () => {
    const member = owner();
    expect(() => member.update({ role: 'admin' }, true)).toThrow(lastOwner);
    expect(() => member.deactivate(true)).toThrow(lastOwner);
    member.update({ role: 'owner', name: 'Ada L.' }, true);
    expect(member).toMatchObject({ role: 'owner', isActive: true, name: 'Ada L.', email: 'ada@example.com' });
  });

  it('leaves once and may return with another role', () => {
    const member = owner();
    member.deactivate(false);
    member.deactivate(false);
    member.reactivate({ role: 'viewer' });
    expect(member).toMatchObject({ name: 'Ada', role: 'viewer', isActive: true });
    const types = takeRecorded(member).map(({ type }) => type);
    expect(types).toEqual(['member.created', 'member.deactivated', 'member.updated']);
  });
});
