import { DomainError } from '@tandem/domain/core/errors';
import { newId } from '@tandem/domain/core/id';
import { uses } from '@tandem/domain/core/use-case';
import { type Counts, type ExportFacts, Exports } from '@tandem/domain/exports/exports.port';
import { advisoryLock, ofTenant, rowsOf, tenantStatement } from '@tandem/platform/postgres/statements';
import { Database } from '@tandem/platform/postgres/database';
import { eventRow } from '@tandem/platform/store/event-rows';

const maxAtOnce = 2;
const lease = `interval '25 seconds'`;

/** Leases rather than locks of sessions: an export may take hours, and would hold a connection all the time. */
export class SqlExports extends uses({ database: Database }, Exports) {
  start(facts: ExportFacts): Promise<string> {
    const id = newId();
    return this.database.run(async () => {
      const [, , taken] = await this.database.batch([
        advisoryLock('exports'),
        tenantStatement(`delete from export_slots t where ${ofTenant()} and t.leased_until < now()`),
        tenantStatement(
          `insert into export_slots (tenant_id, id, leased_until) select $1, $2::uuid, now() + ${lease}
            where (select count(*) ${rowsOf('export_slots')}) < ${maxAtOnce}`,
          id,
        ),
      ]);
      if (taken!.count === 0) throw tooMany();
      await this.database.defer([audited('started', facts)]);
      return id;
    });
  }

  async renew(id: string): Promise<boolean> {
    const text = `update export_slots t set leased_until = now() + ${lease} where ${ofTenant()} and t.id = $2`;
    const [renewed] = await this.database.batch([tenantStatement(text, id)]);
    return renewed!.count > 0;
  }

  async finish(id: string, facts: ExportFacts & { counts: Counts; complete: boolean }): Promise<void> {
    await this.database.batch([
      tenantStatement(`delete from export_slots t where ${ofTenant()} and t.id = $2`, id),
      audited('finished', facts),
    ]);
  }
}

const audited = (action: string, details: ExportFacts) =>
  eventRow({ type: `export.${action}`, resourceType: 'export', details: { ...details } });

function tooMany(): DomainError {
  const detail = `This workspace has ${maxAtOnce} exports running already.`;
  return new DomainError('rate_limited', 'too_many_exports', detail, { retryAfterSeconds: 10 });
}
