import type { Delegated } from '@tandem/domain/agents/delegated-contents';
import { RunContents } from '@tandem/domain/agents/runs/run-contents.port';
import type { Rights } from '@tandem/domain/core/access/rights';
import { uses } from '@tandem/domain/core/use-case';
import { Database } from '@tandem/platform/postgres/database';
import { rowsOf } from '@tandem/platform/postgres/statements';
import { unseenProjects } from '../../access/unseen-projects.js';

/** From its creation, since it has its input from then on. */
const lifetime = { since: 't.created_at', until: `coalesce(t.finished_at, 'infinity')` };

const select = `select t.id, t.rights, ${unseenProjects(lifetime)}
  ${rowsOf('agent_runs')} and t.id = any ($2::uuid[])`;

export class SqlRunContents extends uses({ database: Database }, RunContents) {
  protected async delegated(reader: Rights, ids: readonly string[]): Promise<Delegated[]> {
    return (await this.database.queryOfTenant(select, ids, reader.namedProjects)) as unknown as Delegated[];
  }
}
