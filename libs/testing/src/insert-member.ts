import { newId } from '@tandem/domain/core/id';
import { asOwner } from './temporary-postgres.js';

/** A new member without policies, and without an invitation, who receives an unused key. */
export async function insertMember(
  databaseUrl: string,
  { tenantId, key }: { tenantId: string; key: string },
  role = 'member',
): Promise<string> {
  const memberId = newId();
  await asOwner(
    databaseUrl,
    `insert into members (tenant_id, id, name, email, role, is_active, metadata, created_at, updated_at)
     values ($1, $2, 'Bob', $3, $4, true, '{}', now(), now())`,
    [tenantId, memberId, `${memberId}@example.com`, role],
  );
  const give = `update api_keys set member_id = $2 where tenant_id = $1 and right(key_hint, 4) = $3`;
  await asOwner(databaseUrl, give, [tenantId, memberId, key.slice(-4)]);
  return memberId;
}
