import type { Request } from 'express';
import { conflict } from '@tandem/domain/core/errors';
import { camel } from '@tandem/domain/core/wire-names';
import { parametersIn, type Route, acceptsIdempotencyKey } from '@tandem/platform/feature/feature';
import type { RequestIdentity, StoredResponse } from '@tandem/platform/idempotency/stored-responses';
import type { Edge } from './edge.js';
import { badRequest } from './http-problem.js';
import { betweenSteps } from './limits/tenant-traffic.js';
import type { Rendering } from './render-response.js';

type Run = () => Promise<Rendering>;

interface KeyedRequest {
  /** The Idempotency-Key, not yet validated; undefined if absent. */
  key: unknown;
  input: object;
  body: unknown;
}

/** The header Idempotency-Key; an array, which is invalid, if it was sent more than once. */
export function sentKey({ headersDistinct }: Request): unknown {
  const sent = headersDistinct['idempotency-key'] ?? [];
  return sent.length > 1 ? sent : sent[0];
}

export const isIdempotencyKey = (value: unknown): value is string =>
  typeof value === 'string' && /^[\x20-\x7e]{1,255}$/.test(value);

/** With an Idempotency-Key, stores the response in the same transaction and replays it for repeats. */
export async function onceForKey(
  route: Route,
  { key, input, body }: KeyedRequest,
  run: Run,
  edge: Edge,
): Promise<Rendering> {
  if (key === undefined || !acceptsIdempotencyKey(route)) return run();
  if (!isIdempotencyKey(key)) {
    if (route.lenient) return run();
    const detail = 'Idempotency-Key must be sent once, with 1 to 255 visible ASCII characters such as order-4711.';
    throw badRequest('invalid_header', detail, [{ header: 'Idempotency-Key', code: 'invalid_format', detail }]);
  }
  const values = input as Record<string, unknown>;
  const identity = {
    key,
    operation: `${route.method} ${route.path}`,
    parameters: parametersIn(route.path).map((wire) => values[camel(wire)]),
    body: body ?? {},
  };
  const once = route.outside ? outsideTransaction : inTransaction;
  const rendering = await once(identity, run, edge);
  if (route.shownKeys && replayed in rendering.headers)
    await requireValid(route.shownKeys(JSON.parse(rendering.body.toString())), edge);
  return rendering;
}

/** A replay must not show an API key that has been revoked since. */
async function requireValid(keys: readonly unknown[], { authenticator }: Edge): Promise<void> {
  for (const key of keys)
    if (typeof key === 'string' && !(await authenticator.knows(key)))
      throw conflict('api_key_revoked', 'The key that this request made works no longer, so it is not shown again.');
}

export const replayed = 'idempotent-replayed';
const replay = (stored: StoredResponse): Rendering => ({ ...stored, headers: { [replayed]: 'true' } });

const inTransaction = (
  identity: RequestIdentity,
  run: Run,
  { storedResponses, transaction }: Edge,
): Promise<Rendering> =>
  transaction.run(async () => {
    const stored = await storedResponses.begin(identity);
    if (stored) return replay(stored);
    const rendering = await run();
    await betweenSteps(rendering.body.length);
    await storedResponses.keep(identity, rendering);
    await betweenSteps(rendering.body.length);
    return rendering;
  });

/** Outbound calls must not hold a transaction: one reserves the request, another stores the response. */
async function outsideTransaction(identity: RequestIdentity, run: Run, { storedResponses, transaction }: Edge) {
  const stored = await transaction.run(() => storedResponses.reserve(identity));
  if (stored) return replay(stored);
  try {
    const rendering = await run();
    await transaction.run(() => storedResponses.keep(identity, rendering));
    return rendering;
  } catch (error) {
    await storedResponses.release(identity);
    throw error;
  }
}
