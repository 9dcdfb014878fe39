import { needing } from '@tandem/domain/core/use-case';
import { EventPartitions } from '@tandem/domain/events/event-partitions.port';
import { Database } from '@tandem/platform/postgres/database';

export class SqlEventPartitions extends needing({ database: Database }, EventPartitions) {
  async makeAcrossTenants(monthsAhead: number): Promise<void> {
    await this.database.queryAcrossTenants('select make_event_partitions($1)', [monthsAhead]);
  }
}
