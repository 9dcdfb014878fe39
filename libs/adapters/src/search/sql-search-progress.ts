import type { OfTenant } from '@tandem/domain/core/scope';
import { uses } from '@tandem/domain/core/use-case';
import { type Progress, SearchProgress } from '@tandem/domain/search/search-progress.port';
import { Database } from '@tandem/platform/postgres/database';
import { ofTenant, rowsOf, tenantStatement } from '@tandem/platform/postgres/statements';

const languages = (tenant: string) => `${tenant}.settings -> 'search_languages'`;
const begin = `insert into search_progress as t (tenant_id, languages, started_at)
  select $1, ${languages('t')}, now() ${rowsOf('tenants')}
  on conflict (tenant_id) do update set languages = excluded.languages, started_at = excluded.started_at,
    indexed = '{}', current_type = null, after_id = null
  where t.languages is distinct from excluded.languages`;
const read = `select indexed, current_type as "currentType", after_id as "afterId", started_at as "startedAt"
  ${rowsOf('search_progress')} for update of t`;
const restart = 'current_type = null, after_id = null, started_at = now()';

export class SqlSearchProgress extends uses({ database: Database }, SearchProgress) {
  async lock(): Promise<Progress> {
    const outcomes = await this.database.batch([begin, read].map((text) => tenantStatement(text)));
    return outcomes.at(-1)!.rows[0] as unknown as Progress;
  }

  async save({ indexed, currentType, afterId }: Progress): Promise<void> {
    const set = 'indexed = $2, current_type = $3, after_id = $4';
    const text = `update search_progress t set ${set} where ${ofTenant()}`;
    await this.database.queryOfTenant(text, indexed, currentType, afterId);
  }

  async repeat(type: string): Promise<void> {
    const text = `update search_progress t set indexed = array_remove(indexed, $2), ${restart} where ${ofTenant()}`;
    await this.database.queryOfTenant(text, type);
  }

  async repeatAll(): Promise<void> {
    await this.database.queryOfTenant(`update search_progress t set indexed = '{}', ${restart} where ${ofTenant()}`);
  }

  tenantsAcrossTenants(): Promise<OfTenant[]> {
    return this.database.queryAcrossTenants(`select t.id as "tenantId" from tenants t order by t.id`);
  }

  incompleteAcrossTenants(types: readonly string[], max: number): Promise<OfTenant[]> {
    const text = `select t.id as "tenantId" from tenants t left join search_progress p on p.tenant_id = t.id
      where p.tenant_id is null or not p.indexed @> $1 or p.languages is distinct from ${languages('t')}
      order by random() limit $2`;
    return this.database.queryAcrossTenants(text, [types, max]);
  }
}
