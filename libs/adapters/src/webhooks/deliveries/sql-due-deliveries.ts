import { eventReach } from '@tandem/domain/core/events/channels';
import { currentScope, type OfTenant } from '@tandem/domain/core/scope';
import { uses } from '@tandem/domain/core/use-case';
import { noteOf } from '@tandem/domain/webhooks/deliveries/attempt-result';
import {
  type Addressee,
  type Attempted,
  type Claim,
  DueDeliveries,
} from '@tandem/domain/webhooks/deliveries/due-deliveries.port';
import type { WebhookMessage } from '@tandem/domain/webhooks/webhook-sender.port';
import { advisoryLock, tenantStatement } from '@tandem/platform/postgres/statements';
import type { Row, Statement } from '@tandem/platform/postgres/batch';
import { committedSoon } from '@tandem/platform/postgres/connection';
import { Database } from '@tandem/platform/postgres/database';
import { claim } from './claim-statement.js';
import { dueEverywhere, failing, finishAttempts, lock, renew, untilNext } from './settle-statements.js';

/** After a crash of the server a delivery may be sent again, but none is lost. */
const soon: Statement = { text: `select ${committedSoon}` };

export class SqlDueDeliveries extends uses({ database: Database }, DueDeliveries) {
  async claim(addressees: readonly Addressee[]): Promise<Claim> {
    if (addressees.length === 0) return { messages: [], hasMore: false };
    const list = addressees.map(({ endpoint, rights }) => {
      return { endpoint_id: endpoint.id, updated_at: endpoint.updatedAt, reach: eventReach(rights) };
    });
    // Concurrent claims of a tenant would count the same slots as free.
    const statements = [advisoryLock('deliveries'), tenantStatement(claim, JSON.stringify(list))];
    const { rows } = (await this.database.plannedBatch(soon, ...statements)).at(-1)!;
    const messages = rows.flatMap((row) => messageOf(row, addressees));
    const { has_skipped: hasSkipped, has_more: hasMore } = rows[0]!;
    return messages.length === 0 && hasSkipped ? this.claim(addressees) : { messages, hasMore: hasMore as boolean };
  }

  async renew(messages: readonly WebhookMessage[]): Promise<void> {
    const renewal = tenantStatement(renew, ...keysOf(messages));
    await this.database.plannedBatch(soon, renewal);
  }

  async finish(attempted: readonly Attempted[]): Promise<string[]> {
    const ordered = attempted.toSorted((a, b) => (a.event.id < b.event.id ? -1 : 1));
    const endpointIds = [...new Set(attempted.map(({ endpoint }) => endpoint.id))];
    const statements = [
      tenantStatement(lock, ...keysOf(ordered)),
      tenantStatement(finishAttempts, ...keysOf(ordered), ...columnsOf(ordered)),
      tenantStatement(failing, endpointIds),
    ];
    const outcomes = await this.database.plannedBatch(soon, ...statements);
    return outcomes.at(-1)!.rows.map(({ id }) => id as string);
  }

  async untilNext(): Promise<number | null> {
    const [row] = await this.database.queryOfTenant(untilNext);
    return row!.millis as number | null;
  }

  dueAcrossTenants(): Promise<OfTenant[]> {
    return this.database.queryAcrossTenants(dueEverywhere);
  }
}

const keysOf = (messages: readonly WebhookMessage[]) => [
  messages.map(({ event }) => event.id),
  messages.map(({ endpoint }) => endpoint.id),
];

const columnsOf = (attempted: readonly Attempted[]) => [
  attempted.map(({ deliveryId }) => deliveryId),
  attempted.map(({ attempt }) => attempt),
  attempted.map(({ result }) => result.httpStatus),
  attempted.map(({ result }) => !result.error),
  attempted.map(({ result }) => noteOf(result)),
  attempted.map(({ result }) => result.responseTimeMs),
  attempted.map(({ result }) => result.responseBody),
];

/** Empty if the row has no delivery. */
function messageOf(row: Row, addressees: readonly Addressee[]): WebhookMessage[] {
  const { deliveryId, endpointId, attempt, startedAt, id, type, happened, sequence, data } = row;
  if (!deliveryId) return [];
  const { endpoint } = addressees.find((one) => one.endpoint.id === endpointId)!;
  const timestamp = (happened as Date).toISOString();
  const event = { id, type, timestamp, tenantId: currentScope().tenantId, sequence, data };
  return [{ endpoint, deliveryId, attempt, startedAt, event } as WebhookMessage];
}
