import { currentScope } from '@tandem/domain/core/scope';
import { keeping } from '@tandem/platform/store/keeping';
import { SqlStore } from '@tandem/platform/store/sql-store';
import type { Goal } from './goal.js';
import { goalTable } from './goal.table.js';
import { goalView } from './goal.view.js';
import type { Goals } from './goals.port.js';

export class SqlGoals extends keeping(SqlStore<Goal>, { table: goalTable, view: goalView }) implements Goals {
  async counts(): Promise<{ all: number; reached: number }> {
    const text = 'select count(*)::int as "all", count(reached_at)::int as reached from goals where tenant_id = $1';
    const [row] = await this.database.query(text, [currentScope().tenantId]);
    return row as { all: number; reached: number };
  }
}
