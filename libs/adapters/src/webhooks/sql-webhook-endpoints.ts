import { conflict } from '@tandem/domain/core/errors';
import { currentScope } from '@tandem/domain/core/scope';
import type { WebhookEndpoint } from '@tandem/domain/webhooks/webhook-endpoint';
import type { WebhookEndpoints } from '@tandem/domain/webhooks/webhook-endpoints.port';
import { advisoryLock } from '@tandem/platform/postgres/advisory-lock';
import { Database } from '@tandem/platform/postgres/database';
import { equals } from '@tandem/platform/postgres/params';
import { SqlStore } from '@tandem/platform/postgres/sql-store';
import { Seal } from '@tandem/platform/secrets/seal';
import { signingSecretOf } from './signing-secret.js';
import { webhookEndpointTable } from './webhook-endpoint.table.js';
import { endpointView } from './webhook-endpoint.view.js';

const mostPerTenant = 20;

const skipOpen = `update webhook_deliveries set status = 'skipped', due_at = null, claim_id = null, completed_at = $3, updated_at = now()
  where tenant_id = $1 and endpoint_id = $2 and due_at is not null`;

export class SqlWebhookEndpoints extends SqlStore<WebhookEndpoint> implements WebhookEndpoints {
  static needs = [Database, Seal] as const;

  constructor(
    database: Database,
    private readonly seal: Seal,
  ) {
    super(database, { table: webhookEndpointTable, view: endpointView, filters: { isEnabled: equals('is_enabled') } });
  }

  override add(endpoint: WebhookEndpoint): Promise<WebhookEndpoint> {
    this.sealIssued(endpoint);
    return super.add(endpoint);
  }

  async mustHaveRoom(): Promise<void> {
    const { tenantId } = currentScope();
    const [, counted] = await this.database.batch([
      advisoryLock(`webhook endpoints of ${tenantId}`),
      {
        text: 'select count(*) as count from webhook_endpoints where tenant_id = $1 and deleted_at is null',
        values: [tenantId],
      },
    ]);
    if (Number(counted!.rows[0]!.count) >= mostPerTenant)
      throw conflict('too_many_endpoints', `A tenant has at most ${mostPerTenant} webhook endpoints.`);
  }

  protected override async save(endpoint: WebhookEndpoint): Promise<void> {
    this.sealIssued(endpoint);
    const { tenantId, id, disabledAt, deletedAt } = endpoint;
    const ended = disabledAt ?? deletedAt;
    if (ended) await this.database.batch([{ text: skipOpen, values: [tenantId, id, ended] }]);
    await super.save(endpoint);
  }

  private sealIssued(endpoint: WebhookEndpoint): void {
    const { signingSecret } = endpoint;
    if (signingSecret) endpoint.sealedSecret = this.seal.seal(signingSecret, signingSecretOf(endpoint));
  }
}
