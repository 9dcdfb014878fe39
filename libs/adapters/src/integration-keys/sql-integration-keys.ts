import type { Rendered } from '@tandem/domain/core/page';
import type { IntegrationKey } from '@tandem/domain/integration-keys/integration-key';
import type { IntegrationKeys } from '@tandem/domain/integration-keys/integration-keys.port';
import { advisoryLock } from '@tandem/platform/postgres/statements';
import { storeOf } from '@tandem/platform/store/store-of';
import { SqlStore } from '@tandem/platform/store/sql-store';
import { integrationKeyFields } from './integration-key.fields.js';

export class SqlIntegrationKeys
  extends storeOf(SqlStore<IntegrationKey>, integrationKeyFields)
  implements IntegrationKeys
{
  findOf(provider: string): Promise<IntegrationKey | undefined> {
    return this.first((bind) => `t.provider = ${bind(provider)}`);
  }

  async lockOf(provider: string): Promise<IntegrationKey | undefined> {
    await this.database.batch([advisoryLock('integration key', provider)]);
    return this.findOf(provider);
  }

  readOf(provider: string): Promise<Rendered<IntegrationKey>> {
    return this.readWhere((bind) => `t.provider = ${bind(provider)}`);
  }
}
