import type { ApiKey } from '@tandem/domain/api-keys/api-key';
import type { ApiKeys } from '@tandem/domain/api-keys/api-keys.port';
import { currentScope, type Place } from '@tandem/domain/core/scope';
import type { Statement } from '@tandem/platform/postgres/batch';
import { keeping } from '@tandem/platform/postgres/keeping';
import { SqlStore } from '@tandem/platform/postgres/sql-store';
import { apiKeyTable } from './api-key.table.js';
import { apiKeyView } from './api-key.view.js';

export class SqlApiKeys extends keeping(SqlStore<ApiKey>, { table: apiKeyTable, view: apiKeyView }) implements ApiKeys {
  override async add(apiKey: ApiKey): Promise<ApiKey> {
    await this.write([...hashStatements(apiKey), this.map.insert(apiKey), ...this.eventsOf(apiKey)]);
    return apiKey;
  }

  async holdMember(memberId: string): Promise<boolean> {
    const text = 'select id from members where tenant_id = $1 and id = $2 and is_active for share';
    return (await this.database.query(text, [currentScope().tenantId, memberId])).length > 0;
  }

  async revokeAllOf(memberId: string): Promise<number> {
    const keys = await this.select((bind) => `t.member_id = ${bind(memberId)} and t.revoked_at is null`);
    for (const { id } of keys) await this.change(id, (apiKey) => apiKey.revoke());
    return keys.length;
  }

  expiringAcrossTenants(): Promise<Place[]> {
    const text = `select tenant_id as "tenantId", id from api_keys
      where is_active and expires_at > now() and expires_at <= now() + make_interval(days =>
        case when told_days_ahead is null then 14 when told_days_ahead > 7 then 7 when told_days_ahead > 1 then 1 else 0 end)
      order by expires_at limit 500`;
    return this.database.queryAcrossTenants(text);
  }

  protected override async save(apiKey: ApiKey): Promise<void> {
    await this.database.defer(hashStatements(apiKey));
    await this.database.signal('tandem_access', apiKey.tenantId);
    await super.save(apiKey);
  }
}

/** A newly issued key gets its hash stored, those before it end with the grace period; a revoked one has none left. */
function hashStatements({ id, tenantId, issuedHash, graceSeconds, revokedAt }: ApiKey): Statement[] {
  if (revokedAt)
    return [{ text: 'delete from api_key_hashes where tenant_id = $1 and api_key_id = $2', values: [tenantId, id] }];
  if (!issuedHash) return [];
  return [
    {
      text: `update api_key_hashes set valid_until = least(valid_until, now() + make_interval(secs => $3)) where tenant_id = $1 and api_key_id = $2`,
      values: [tenantId, id, graceSeconds ?? 0],
    },
    {
      text: 'insert into api_key_hashes (hash, tenant_id, api_key_id) values ($1, $2, $3)',
      values: [issuedHash, tenantId, id],
    },
  ];
}
