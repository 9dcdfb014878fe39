import type { ApiKey } from '@tandem/domain/api-keys/api-key';
import type { ApiKeyFilters, ApiKeys } from '@tandem/domain/api-keys/api-keys.port';
import type { MemberKeys } from '@tandem/domain/members/members.port';
import type { TenantRecord } from '@tandem/domain/core/scope';
import type { Statement } from '@tandem/platform/postgres/batch';
import { storeOf } from '@tandem/platform/store/store-of';
import { equals } from '@tandem/platform/postgres/filters';
import { ofTenant, tenantStatement } from '@tandem/platform/postgres/statements';
import { SqlStore } from '@tandem/platform/store/sql-store';
import { announceExpiry } from '../access/key-rules.js';
import { apiKeyFields } from './api-key.fields.js';

const endSoon = `update api_key_hashes t set valid_until = least(t.valid_until, now() + make_interval(secs => $3))
  where ${ofTenant()} and t.api_key_id = $2`;

export class SqlApiKeys
  extends storeOf(SqlStore<ApiKey, ApiKeyFilters>, { ...apiKeyFields, filters: { memberId: equals('member_id') } })
  implements ApiKeys, MemberKeys
{
  /** Invalidates the cached key in every process. */
  protected override readonly announces = 'tandem_access';

  expiringAcrossTenants(notices: readonly number[]): Promise<TenantRecord[]> {
    const text = `select k.tenant_id as "tenantId", k.id from api_keys k where ${announceExpiry('$1')}
      order by k.expires_at limit 500`;
    return this.database.queryAcrossTenants(text, [notices]);
  }

  async revokeOf(memberId: string): Promise<void> {
    await this.changeEach({ memberId }, (apiKey) => apiKey.revoke());
  }

  /** Former hashes stay valid until the grace period ends. */
  protected override alsoWritten({ id, issuedHash, graceSeconds, revokedAt }: ApiKey): Statement[] {
    if (revokedAt)
      return [tenantStatement(`delete from api_key_hashes t where ${ofTenant()} and t.api_key_id = $2`, id)];
    if (!issuedHash) return [];
    return [
      tenantStatement(endSoon, id, graceSeconds ?? 0),
      tenantStatement('insert into api_key_hashes (tenant_id, api_key_id, hash) values ($1, $2, $3)', id, issuedHash),
    ];
  }
}
