import { newId } from '@tandem/domain/core/id';
import { insertMember } from '@tandem/testing/insert-member';
import { asOwner } from '@tandem/testing/temporary-postgres';
import type { Caller, World } from './world.js';

export interface GivenPolicy {
  domain: string;
  level?: string;
  filter?: object;
}

/** A key of a new member of the caller's tenant, with these access policies. */
export async function limitedMember(world: World, of: Caller, policies: GivenPolicy[], role = 'member') {
  const limited = await world.withKey(of, {});
  const memberId = await insertMember(world.databaseUrl, limited, role);
  for (const { domain, level = 'write', filter = null } of policies)
    await asOwner(
      world.databaseUrl,
      `insert into access_policies (tenant_id, id, member_id, domain, access_level, resource_filter, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, now(), now())`,
      [of.tenantId, newId(), memberId, domain, level, filter && JSON.stringify(filter)],
    );
  return { ...limited, memberId };
}
