import { Rights } from '@tandem/domain/core/access/rights';
import { type Denial, type Principal, Authorizations } from '@tandem/domain/core/access/authorizations';
import { uses } from '@tandem/domain/core/use-case';
import type { Row } from '@tandem/platform/postgres/batch';
import { Database } from '@tandem/platform/postgres/database';
import { ofTenant, rowsOf, tenantStatement } from '@tandem/platform/postgres/statements';
import { rightsColumns, rightsOfRow } from '../access/member-rights.js';
import { works } from '../access/key-rules.js';

const authorizations = `select p.member_id, p.key_id,
    m.is_active and exists (select ${rowsOf('tenants', 'n')} and n.closed_at is null) as is_active,
    ${rightsColumns('m')}, k.scopes, ${works} as key_works
  from unnest($2::uuid[], $3::uuid[]) with ordinality p (member_id, key_id, place)
  left join members m on ${ofTenant('m')} and m.id = p.member_id
  left join api_keys k on ${ofTenant('k')} and k.id = p.key_id
  order by p.place`;

export class SqlAuthorizations extends uses({ database: Database }, Authorizations) {
  async of(principals: readonly Principal[]): Promise<(Rights | Denial)[]> {
    const members = principals.map(({ memberId }) => memberId);
    const keys = principals.map(({ keyId }) => keyId);
    const statement = tenantStatement(authorizations, members, keys);
    const [found] = await this.database.plannedBatch(statement);
    return found!.rows.map(authorizationOf);
  }
}

function authorizationOf(row: Row): Rights | Denial {
  // Without a member it works for the product itself.
  if (row.member_id === null) return Rights.full;
  if (!row.is_active) return 'owner_deactivated';
  const { role, policies } = rightsOfRow(row);
  if (row.key_id === null) return new Rights(role, policies);
  return row.key_works ? new Rights(role, policies, row.scopes as string[]) : 'key_inactive';
}
