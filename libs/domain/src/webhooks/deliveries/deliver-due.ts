import { currentScope } from '../../core/scope.js';
import { Stopping } from '../../core/stopping.js';
import { Log } from '../../core/telemetry/log.js';
import { uses } from '../../core/use-case.js';
import { WebhookSender } from '../webhook-sender.port.js';
import { DeliveryAttempts } from './delivery-attempts.service.js';
import { DeliveryLoop } from './delivery-loop.js';

/** Sends the tenant's due deliveries, in one loop per tenant and process that continues after `run` has resolved. */
export class DeliverDue extends uses({
  attempts: DeliveryAttempts,
  sender: WebhookSender,
  stopping: Stopping,
  log: Log,
}) {
  private readonly loops = new Map<string, DeliveryLoop>();

  constructor(...needs: readonly unknown[]) {
    super(...needs);
    this.stopping.signal.addEventListener('abort', () => this.loops.forEach((loop) => loop.wake()));
  }

  async run(_: object): Promise<void> {
    const { tenantId } = currentScope();
    if (this.loops.get(tenantId)?.wake()) return;
    const loop = new DeliveryLoop(this.attempts, this.sender, this.stopping.signal, this.log);
    this.loops.set(tenantId, loop);
    this.stopping.hold(loop.run().then(() => void (this.loops.get(tenantId) === loop && this.loops.delete(tenantId))));
  }
}
