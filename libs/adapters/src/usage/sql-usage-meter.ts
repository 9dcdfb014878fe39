import { clock } from '@tandem/domain/core/clock';
import { newId } from '@tandem/domain/core/id';
import { inTenant } from '@tandem/domain/core/scope';
import { UsageMeter, type UsageOf } from '@tandem/domain/core/telemetry/usage-meter';
import { uses } from '@tandem/domain/core/use-case';
import { Database } from '@tandem/platform/postgres/database';

const kinds = ['read', 'write', 'search', 'export'] as const;
type Counts = Record<(typeof kinds)[number], number>;

const upsert = `insert into usage_days as u
    (tenant_id, id, date, request_count, read_count, write_count, search_count, export_count)
  values ($1, $2, $3, $4::bigint + $5::bigint, $4, $5, $6, $7)
  on conflict (tenant_id, date) do update set
    request_count = u.request_count + excluded.request_count, read_count = u.read_count + excluded.read_count,
    write_count = u.write_count + excluded.write_count, search_count = u.search_count + excluded.search_count,
    export_count = u.export_count + excluded.export_count, updated_at = excluded.updated_at`;

/** Counts per tenant and UTC day in memory; a flush adds them to the rows, which processes share. */
export class SqlUsageMeter extends uses({ database: Database }, UsageMeter) {
  private counts = new Map<string, Counts>();

  count(tenantId: string, { kind, also }: UsageOf): void {
    const counts = this.of(`${tenantId} ${clock.now().toISOString().slice(0, 10)}`);
    counts[kind]++;
    if (also) counts[also]++;
  }

  async flush(): Promise<void> {
    const gathered = [...this.counts];
    this.counts = new Map();
    const outcomes = await Promise.allSettled(gathered.map(([key, counts]) => this.add(key, counts)));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
  }

  private async add(key: string, counts: Counts): Promise<void> {
    const [tenantId, day] = key.split(' ') as [string, string];
    try {
      const values = [newId(), day, counts.read, counts.write, counts.search, counts.export];
      await inTenant(tenantId, () => this.database.queryOfTenant(upsert, ...values));
    } catch (error) {
      const now = this.of(key);
      for (const kind of kinds) now[kind] += counts[kind];
      throw error;
    }
  }

  private of(key: string): Counts {
    const counts = this.counts.get(key) ?? { read: 0, write: 0, search: 0, export: 0 };
    this.counts.set(key, counts);
    return counts;
  }
}
