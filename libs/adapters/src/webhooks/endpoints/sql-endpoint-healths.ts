import type { EndpointHealth } from '@tandem/domain/webhooks/endpoints/endpoint-health';
import type { EndpointHealths } from '@tandem/domain/webhooks/endpoints/endpoint-healths.port';
import { keeping } from '@tandem/platform/postgres/keeping';
import { SqlStore } from '@tandem/platform/postgres/sql-store';
import { endpointHealthTable } from './webhook-endpoint.table.js';
import { endpointHealthView } from './webhook-endpoint.view.js';

export class SqlEndpointHealths
  extends keeping(SqlStore<EndpointHealth>, { table: endpointHealthTable, view: endpointHealthView })
  implements EndpointHealths {}
