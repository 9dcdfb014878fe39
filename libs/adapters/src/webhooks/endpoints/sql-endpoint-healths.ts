import type { EndpointHealth } from '@tandem/domain/webhooks/endpoints/endpoint-health';
import type { EndpointHealths } from '@tandem/domain/webhooks/endpoints/endpoint-healths.port';
import { Database } from '@tandem/platform/postgres/database';
import { SqlStore } from '@tandem/platform/postgres/sql-store';
import { endpointHealthTable } from './webhook-endpoint.table.js';
import { endpointHealthView } from './webhook-endpoint.view.js';

export class SqlEndpointHealths extends SqlStore<EndpointHealth> implements EndpointHealths {
  static needs = [Database] as const;

  constructor(database: Database) {
    super(database, { table: endpointHealthTable, view: endpointHealthView });
  }
}
