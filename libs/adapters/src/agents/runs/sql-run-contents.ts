import { delegatorsOf, type RightsCopy, rightsOf } from '@tandem/domain/agents/delegation';
import { RunContents } from '@tandem/domain/agents/runs/run-contents.port';
import { readableBeyond, type UnseenProjects } from '@tandem/domain/core/access/reading';
import type { Rights } from '@tandem/domain/core/access/rights';
import { needing } from '@tandem/domain/core/use-case';
import type { Domain } from '@tandem/domain/core/vocabulary';
import { Database } from '@tandem/platform/postgres/database';
import { rowsOf } from '@tandem/platform/postgres/tenant-statements';

/**
 * The private projects, deleted ones too, that a run `t` may have read and that a reader to whom the projects $3 are open does not see. A
 * minute is more than the clocks of two processes differ by.
 */
const unseen = `${rowsOf('projects', 'p')} and p.is_private and p.id <> all ($3::uuid[])
  and p.created_at < coalesce(t.finished_at, 'infinity') + interval '1 minute'`;

const named = `select path #>> '{}' from jsonb_path_query(t.rights, '$.**.project_ids[*]') path`;

const rightsOfRuns = `select t.id, t.rights, exists (select ${unseen}) as any,
    exists (select ${unseen} and p.id::text in (${named})) as named
  ${rowsOf('agent_runs')} and t.id = any ($2::uuid[])`;

export class SqlRunContents extends needing({ database: Database }, RunContents) {
  async hiddenFrom(reader: Rights, ids: readonly string[]): Promise<Map<string, Domain[]>> {
    const hidden = new Map<string, Domain[]>();
    if (reader.isUnlimited || ids.length === 0) return hidden;
    const rows = await this.database.queryOfTenant(rightsOfRuns, ids, reader.namedProjects);
    for (const { id, rights, any, named } of rows as unknown as (UnseenProjects & {
      id: string;
      rights: RightsCopy;
    })[]) {
      const ofRun = rightsOf(delegatorsOf({ memberId: null, rights }), []);
      const missing = readableBeyond(reader, ofRun, { any, named });
      if (missing.length > 0) hidden.set(id, missing);
    }
    return hidden;
  }
}
