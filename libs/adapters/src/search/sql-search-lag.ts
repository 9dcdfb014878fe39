import { timeOfId } from '@tandem/domain/core/id';
import { uses } from '@tandem/domain/core/use-case';
import { IndexEvents } from '@tandem/domain/search/index-events';
import { SearchLag } from '@tandem/domain/search/search-lag.port';
import { Database } from '@tandem/platform/postgres/database';

interface Waiting {
  now: Date;
  unnumbered: string | null;
  noted: Date | null;
}

export class SqlSearchLag extends uses({ database: Database }, SearchLag) {
  async readAcrossTenants(): Promise<number> {
    // Without a worker, new events get no sequence, and nothing notes that they wait.
    const waiting = `select now() as now,
      (select id from events where sequence is null and is_public order by id limit 1) as "unnumbered",
      (select min(noted_at) from subscription_work where subscription = $1) as "noted"`;
    const [row] = await this.database.queryAcrossTenants<Waiting>(waiting, [IndexEvents.name]);
    const { now, unnumbered, noted } = row!;
    const since = [...(unnumbered ? [timeOfId(unnumbered)] : []), ...(noted ? [noted] : [])];
    return Math.max(0, ...since.map((at) => (now.getTime() - at.getTime()) / 1000));
  }
}
