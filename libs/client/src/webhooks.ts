import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import type { TandemEvent } from './events.js';

export { type TandemEvent, WebhookVerificationError };

type ReceivedHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The event in a delivery, once its signature is valid for one of the secrets and it is at most five minutes old.
 * Takes the body as received; throws a `WebhookVerificationError` for what Tandem did not send.
 */
export function verify(
  secrets: string | readonly string[],
  headers: ReceivedHeaders,
  rawBody: string | Uint8Array | ArrayBuffer,
): TandemEvent {
  const body = textOf(rawBody);
  const received = Object.fromEntries(
    headers instanceof Headers ? headers : Object.entries(headers).map(([name, value]) => [name, String(value ?? '')]),
  );
  const keys = [secrets].flat();
  if (!keys.length || keys.includes('')) throw new TypeError('pass a signing secret');
  let failure: unknown;
  for (const key of keys) {
    try {
      new Webhook(key).verify(body, received, { jsonParse: false });
      return JSON.parse(body) as TandemEvent;
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      failure = error;
    }
  }
  throw failure;
}

function textOf(body: string | Uint8Array | ArrayBuffer): string {
  if (typeof body === 'string') return body;
  if (!(body instanceof ArrayBuffer || ArrayBuffer.isView(body))) throw new TypeError('pass the raw body');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    throw new WebhookVerificationError('The body is not UTF-8');
  }
}
