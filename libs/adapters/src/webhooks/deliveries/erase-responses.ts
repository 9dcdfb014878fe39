import { Erasure } from '@tandem/domain/core/erasure';
import { uses } from '@tandem/domain/core/use-case';
import { Database } from '@tandem/platform/postgres/database';
import { ofTenant, rowsOf, tenantStatement } from '@tandem/platform/postgres/statements';

const eraseResponses = `update webhook_attempts t set response_body = null
  where ${ofTenant()} and t.response_body is not null and t.delivery_id in (
    select d.id ${rowsOf('webhook_deliveries', 'd')} and d.event_id in (
      select e.id ${rowsOf('events', 'e')} and e.resource_id = any($2::uuid[])))`;

/** Receivers may echo what they were sent. Deliveries that are still to come take their content from the event. */
export class EraseResponses extends uses({ database: Database }, Erasure) {
  async erase(ids: readonly string[]): Promise<void> {
    await this.database.defer([tenantStatement(eraseResponses, ids)]);
  }
}
