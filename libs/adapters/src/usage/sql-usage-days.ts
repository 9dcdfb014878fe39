import { List } from '@tandem/domain/core/page';
import type { UsageDay } from '@tandem/domain/usage/usage-day';
import type { UsageDays } from '@tandem/domain/usage/usage-days.port';
import { storeOf } from '@tandem/platform/store/store-of';
import type { Bind } from '@tandem/platform/postgres/statements';
import { SqlReader } from '@tandem/platform/store/sql-reader';
import { usageDayFields } from './usage-day.fields.js';

export class SqlUsageDays extends storeOf(SqlReader<UsageDay>, usageDayFields) implements UsageDays {
  async last(days: number): Promise<List<UsageDay>> {
    const last = (bind: Bind) => `t.date > (now() at time zone 'UTC')::date - ${bind(days)}::int order by t.date desc`;
    return new List(await this.rendered((bind) => `${this.rows(bind)} and ${last(bind)}`), false);
  }
}
