import { currentScope } from '@tandem/domain/core/scope';
import { Database } from '@tandem/platform/postgres/database';
import { SqlStore } from '@tandem/platform/postgres/sql-store';
import type { Goal } from './goal.js';
import { goalTable } from './goal.table.js';
import { goalView } from './goal.view.js';
import type { Goals } from './goals.port.js';

export class SqlGoals extends SqlStore<Goal> implements Goals {
  static needs = [Database] as const;

  constructor(database: Database) {
    super(database, { table: goalTable, view: goalView });
  }

  async counts(): Promise<{ all: number; reached: number }> {
    const text = 'select count(*)::int as "all", count(reached_at)::int as reached from goals where tenant_id = $1';
    const [row] = await this.database.query(text, [currentScope().tenantId]);
    return row as { all: number; reached: number };
  }
}
