import { uses } from '@tandem/domain/core/use-case';
import { Database } from '@tandem/platform/postgres/database';

const monthsAhead = 3;

export class MakeEventPartitions extends uses({ database: Database }) {
  async run(): Promise<void> {
    await this.database.queryAcrossTenants('select make_event_partitions($1)', [monthsAhead]);
  }
}
