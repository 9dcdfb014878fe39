import { Erasure } from '@tandem/domain/core/erasure';
import { uses } from '@tandem/domain/core/use-case';
import { Database } from '@tandem/platform/postgres/database';

/** Audit entries and webhook payloads are the same rows. */
export class EraseEvents extends uses({ database: Database }, Erasure) {
  async erase(ids: readonly string[]): Promise<void> {
    await this.database.query('select erase_events($1::uuid[])', [ids]);
  }
}
