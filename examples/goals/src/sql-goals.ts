import { storeOf } from '@tandem/platform/store/store-of';
import { SqlStore } from '@tandem/platform/store/sql-store';
import type { Goal } from './goal.js';
import { goalFields } from './goal.fields.js';
import type { Goals } from './goals.port.js';

export class SqlGoals extends storeOf(SqlStore<Goal>, goalFields) implements Goals {
  async counts(): Promise<{ all: number; reached: number }> {
    const counts = 'count(*)::int as "all", count(t.reached_at)::int as reached';
    const [row] = await this.query((bind) => `select ${counts} ${this.rows(bind)}`);
    return row as { all: number; reached: number };
  }
}
