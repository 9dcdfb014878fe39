import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { clock } from '@tandem/domain/core/clock';
import { uses } from '@tandem/domain/core/use-case';
import { Stopping } from '@tandem/domain/core/stopping';
import type { AttemptResult, AttemptError } from '@tandem/domain/webhooks/deliveries/attempt-result';
import { secretPrefix } from '@tandem/domain/webhooks/endpoints/signing-secret';
import type { WebhookEndpoint } from '@tandem/domain/webhooks/endpoints/webhook-endpoint';
import { webhookBody } from '@tandem/domain/webhooks/webhook-body';
import { type WebhookMessage, WebhookSender } from '@tandem/domain/webhooks/webhook-sender.port';
import type { Outcome } from '@tandem/platform/egress/exchange';
import type { FailureName } from '@tandem/platform/egress/egress-failure';
import { Egress } from '@tandem/platform/egress/guarded-fetch';
import { Seal } from '@tandem/platform/secrets/seal';
import { SettingsToken } from '@tandem/platform/settings/settings-token';

const storedBytes = 16 * 1024;
/** How long a stopping process waits for responses; after that the deliveries are sent again by another one. */
const timeoutMs = 6000;

const refusals = {
  ok: null,
  // A name without an address is no reason to refuse: it may have one later, and each delivery looks it up again.
  dns_failure: null,
  blocked_address:
    'This address is private, local or reserved, and such addresses are not called. ' +
    'The operator can allow private networks with OUTBOUND_ALLOW_CIDRS, for example 127.0.0.1/32.',
  invalid_url: 'url must go without user and password; check the signature of each delivery instead.',
};

export class HttpWebhookSender extends uses(
  { egress: Egress, seal: Seal, settings: SettingsToken, stopping: Stopping },
  WebhookSender,
) {
  private readonly giveUp = new AbortController();
  /** The opened keys of each endpoint object, so that its secrets are opened only once. */
  private readonly keys = new WeakMap<WebhookEndpoint, KeyObject[]>();

  constructor(...needs: readonly unknown[]) {
    super(...needs);
    // Every request in flight listens to it.
    setMaxListeners(0, this.giveUp.signal);
    this.stopping.signal.addEventListener('abort', () => setTimeout(() => this.giveUp.abort(), timeoutMs).unref());
  }

  async send(message: WebhookMessage): Promise<AttemptResult> {
    const { endpoint } = message;
    const body = Buffer.from(webhookBody(message.event));
    const outcome = await this.egress.send({
      url: endpoint.url,
      method: 'POST',
      headers: this.headers(message, body),
      body,
      connectTimeoutMs: 5000,
      totalTimeoutMs: 15_000,
      readLimitBytes: 65_536,
      signal: this.giveUp.signal,
    });
    return resultOf(outcome);
  }

  async refusalOf(url: string): Promise<string | null> {
    if (!this.settings.WEBHOOK_ALLOW_HTTP && new URL(url).protocol !== 'https:')
      return 'url must begin with https://. For trials the operator accepts http:// with WEBHOOK_ALLOW_HTTP=true.';
    return refusals[await this.egress.mayDial(url)];
  }

  private headers({ endpoint, deliveryId, attempt, event }: WebhookMessage, body: Buffer): Record<string, string> {
    const timestamp = String(Math.floor(clock.millis() / 1000));
    const signatures = this.keysOf(endpoint).map(
      (key) => `v1,${createHmac('sha256', key).update(`${event.id}.${timestamp}.`).update(body).digest('base64')}`,
    );
    return {
      'content-type': 'application/json',
      'user-agent': 'Tandem-Webhooks/1',
      'webhook-id': event.id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatures.join(' '),
      'x-delivery-id': deliveryId,
      'x-delivery-attempt': String(attempt),
    };
  }

  private keysOf(endpoint: WebhookEndpoint): KeyObject[] {
    const known = this.keys.get(endpoint);
    if (known) return known;
    const secrets = endpoint.signingSecrets(this.seal, clock.now());
    const opened = secrets.map((secret) => createSecretKey(secret.slice(secretPrefix.length), 'base64'));
    this.keys.set(endpoint, opened);
    return opened;
  }
}

/** An attempt that is aborted because this process stops does not count against the endpoint. */
function resultOf(outcome: Outcome): AttemptResult {
  const responseTimeMs = outcome.durationMs;
  if (outcome.kind === 'failure')
    return {
      error: errorOf(outcome.error),
      isBodyBroken: false,
      httpStatus: outcome.status ?? null,
      responseTimeMs,
      responseBody: null,
      retryAfterSeconds: null,
    };
  return {
    error: outcome.status >= 200 && outcome.status < 300 ? null : 'non_2xx',
    isBodyBroken: outcome.broken !== null && outcome.broken !== 'aborted',
    httpStatus: outcome.status,
    responseTimeMs,
    responseBody: beginningOf(outcome.body),
    retryAfterSeconds: secondsOf(outcome.headers['retry-after']),
  };
}

/** A response that is not HTTP counts as a refused connection; an abort by this process is not the endpoint's fault. */
function errorOf(failure: FailureName): AttemptError {
  if (failure === 'invalid_response') return 'connection_refused';
  return failure === 'aborted' ? 'worker_lost' : failure;
}

/** The first 16 KiB, cut between two characters. */
function beginningOf(body: string): string {
  const bytes = Buffer.from(body);
  return bytes.length <= storedBytes
    ? body
    : new TextDecoder().decode(bytes.subarray(0, storedBytes), { stream: true });
}

/** `Retry-After` is a number of seconds or an instant (RFC 9110). */
function secondsOf(retryAfter: string | undefined): number | null {
  if (!retryAfter) return null;
  const seconds = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - clock.millis()) / 1000;
  return seconds > 0 ? seconds : null;
}
