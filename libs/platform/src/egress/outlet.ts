import { Agent, type buildConnector, type Dispatcher, Pool, ProxyAgent } from 'undici';
import { type Dialer, maxConnectMs } from './dialer.js';
import { EgressFailure, failureOf } from './egress-failure.js';
import { toleratingContinue } from './tolerating-continue.js';

/** Idle connections are dropped soon, so that a name moved to another address is followed. */
const keepAlive = { keepAliveTimeout: 4000, keepAliveMaxTimeout: 10_000 };

/**
 * The dispatcher every call goes out through. Behind a proxy only the proxy is dialled, which the operator named and which
 * therefore is not checked: names are resolved there, and keeping them from private addresses is the proxy's part. A server may be
 * silent for `silenceMillis`.
 */
export function openOutlet(dialer: Dialer, proxyUrl?: string, silenceMillis = 60_000): Dispatcher {
  const limits = { ...keepAlive, headersTimeout: silenceMillis, bodyTimeout: silenceMillis };
  if (!proxyUrl) return new Agent({ ...limits, connect: toleratingContinue(dialer.connect) });
  return new ProxyAgent({ ...limits, uri: proxyUrl, clientFactory: tunnels, factory: throughTunnels });
}

/** Connections through the proxy to an origin. */
function throughTunnels(origin: string | URL, options: Pool.Options): Dispatcher {
  return new Pool(origin, { ...options, connect: toleratingContinue(options.connect as buildConnector.connector) });
}

/** Connections to the proxy. Their errors are renamed: after its own UND_ERR_SOCKET undici would dial again without end. */
function tunnels(origin: URL, options: object): Dispatcher {
  const pool = new Pool(origin, { ...options, headersTimeout: maxConnectMs });
  const dial: (request: Dispatcher.ConnectOptions) => Promise<Dispatcher.ConnectData> = pool.connect.bind(pool);
  const connect = (request: Dispatcher.ConnectOptions) =>
    dial(request).catch((cause: unknown) => {
      throw new EgressFailure(failureOf(cause) === 'timeout' ? 'timeout' : 'connection_refused', { cause });
    });
  return Object.assign(pool, { connect });
}
