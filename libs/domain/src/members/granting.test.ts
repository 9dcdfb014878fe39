import { describe, expect, it } from '@jest/globals';
import { asTenant } from '@tandem/testing/as-tenant';
import { Rights, type Role } from '../core/access/rights.js';
import { newId } from '../core/id.js';
import { mustReachKeysOf } from './granting.js';
import { Member } from './member.js';

const code = (expected: string) => expect.objectContaining({ kind: 'forbidden', code: expected });

describe('keys of a member', () => {
  const owner = asTenant(newId(), () => new Member({ name: 'Ada', email: 'ada@example.com', role: 'owner' }));
  const grant = (role: Role, scope: string, memberId = newId()) => {
    const facts = { actor: { type: 'member', id: memberId, memberId }, rights: new Rights(role, [], [scope]) } as const;
    asTenant(owner.tenantId, () => mustReachKeysOf(owner), facts);
  };

  it('can be changed by that member, and by members who administer keys', () => {
    expect(() => grant('owner', 'api_keys:write', owner.id)).not.toThrow();
    expect(() => grant('owner', 'api_keys:admin')).not.toThrow();
  });

  it('cannot be changed by others: the right is checked before the role', () => {
    expect(() => grant('admin', 'api_keys:write')).toThrow(code('insufficient_scope'));
    expect(() => grant('admin', 'api_keys:admin')).toThrow(code('exceeds_own_rights'));
  });
});
