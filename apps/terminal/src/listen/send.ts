import http from 'node:http';
import https from 'node:https';
import { Webhook } from 'standardwebhooks';

export interface Target {
  url: URL;
  secret: string;
  /** Accepts any TLS certificate. */
  skipVerify: boolean;
}

export interface Delivery {
  eventId: string;
  body: string;
  attempt: number;
}

/** Of the response, or why there was none. */
export type Outcome = { millis: number } & ({ status: number; text: string } | { failure: string });

const timeoutMillis = 15_000;
const maxText = 200;

/** Posts as Tandem itself does. Calls `onSent` as soon as the request has left. */
export async function send(target: Target, delivery: Delivery, onSent: () => void): Promise<Outcome> {
  const started = performance.now();
  const millis = () => Math.round(performance.now() - started);
  try {
    const { statusCode, text } = await responseTo(target, delivery, onSent);
    return { millis: millis(), status: statusCode, text };
  } catch (error) {
    return { millis: millis(), failure: (error as NodeJS.ErrnoException).code ?? (error as Error).message };
  }
}

function responseTo({ url, skipVerify, secret }: Target, delivery: Delivery, onSent: () => void) {
  const { request } = url.protocol === 'https:' ? https : http;
  const headers = headersOf(secret, delivery);
  return new Promise<{ statusCode: number; text: string }>((resolve, reject) => {
    // A connection of its own: one that the receiver closes while it is idle would cost a delivery.
    const posted = request(url, { method: 'POST', headers, agent: false, rejectUnauthorized: !skipVerify });
    let late: NodeJS.Immediate | undefined;
    // After a stop of this process the response may be there, yet unread: it is read before the timeout counts.
    const timer = setTimeout(() => {
      late = setImmediate(() => posted.destroy(new Error(`no response within ${timeoutMillis / 1000} s`)));
    }, timeoutMillis);
    posted
      .once('finish', onSent)
      .on('error', reject)
      .on('response', (response) => {
        void textOf(response).then((text) => resolve({ statusCode: response.statusCode!, text }));
      })
      .on('close', () => {
        clearTimeout(timer);
        clearImmediate(late);
      })
      .end(delivery.body);
  });
}

function headersOf(secret: string, { eventId, body, attempt }: Delivery): http.OutgoingHttpHeaders {
  const now = new Date();
  return {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'tandem-cli',
    'webhook-id': eventId,
    'webhook-timestamp': Math.floor(now.getTime() / 1000),
    'webhook-signature': new Webhook(secret).sign(eventId, now, body),
    'x-delivery-attempt': attempt,
  };
}

/** As much of the beginning of the body as arrives: the status counts, whatever becomes of the body. */
async function textOf(response: http.IncomingMessage): Promise<string> {
  response.setEncoding('utf8').on('error', () => {});
  let text = '';
  try {
    for await (const chunk of response.iterator({ destroyOnReturn: false })) {
      text += chunk as string;
      if (text.length >= maxText) break;
    }
  } catch {
    return text;
  }
  response.resume();
  return text.slice(0, maxText);
}
