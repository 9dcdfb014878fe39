import { newId } from '@tandem/domain/core/id';
import { EndpointHealth } from '@tandem/domain/webhooks/endpoint-health';
import { WebhookEndpoint } from '@tandem/domain/webhooks/webhook-endpoint';
import { Seal } from '@tandem/platform/secrets/seal';
import { asTenant } from '@tandem/testing/as-tenant';
import { storeContract } from '@tandem/testing/store-contract';
import { openTwoTenants } from '@tandem/testing/two-tenants';
import { SqlEndpointHealths } from './sql-endpoint-healths.js';
import { SqlWebhookEndpoints } from './sql-webhook-endpoints.js';

storeContract(
  'SqlEndpointHealths',
  async () => {
    const { database, ours, theirs, happened, close } = await openTwoTenants();
    const endpoints = new SqlWebhookEndpoints(database, new Seal(Buffer.alloc(32, 7)));
    const ids: string[] = [];
    for (let number = 0; number < 20; number++) {
      const endpoint = () => endpoints.add(new WebhookEndpoint({ url: `https://example.com/${number}` }));
      ids.push((await asTenant(ours.tenantId, endpoint)).id);
    }
    return {
      store: new SqlEndpointHealths(database),
      tenants: [ours.tenantId, theirs.tenantId],
      // A health has the id of its endpoint; one that was made here would tell of itself among the events.
      make: () => new EndpointHealth(ids.shift()!),
      tells: { added: [], changed: [] },
      happened,
      close,
    };
  },
  (health) => health.failed(newId(), new Date()),
);
