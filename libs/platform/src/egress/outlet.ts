import { Agent, type buildConnector, type Dispatcher, Pool, ProxyAgent } from 'undici';
import { type Dialer, maxConnectMs } from './dialer.js';
import { EgressFailure, failureOf } from './egress-failure.js';
import { toleratingContinue } from './tolerating-continue.js';

/** Idle connections are closed soon, to follow a name to a new address. */
const keepAlive = { keepAliveTimeout: 4000, keepAliveMaxTimeout: 10_000 };

/** A proxy is dialled unchecked, because the operator named it, and must keep names from private addresses. */
export function openOutlet(dialer: Dialer, proxyUrl?: string, silenceMillis = 60_000): Dispatcher {
  const limits = { ...keepAlive, headersTimeout: silenceMillis, bodyTimeout: silenceMillis };
  if (!proxyUrl) return new Agent({ ...limits, connect: toleratingContinue(dialer.connect) });
  return new ProxyAgent({ ...limits, uri: proxyUrl, clientFactory: tunnels, factory: throughTunnels });
}

function throughTunnels(origin: string | URL, options: Pool.Options): Dispatcher {
  return new Pool(origin, { ...options, connect: toleratingContinue(options.connect as buildConnector.connector) });
}

/** Connections to the proxy. Renames its errors, because undici would dial again forever after UND_ERR_SOCKET. */
function tunnels(origin: URL, options: object): Dispatcher {
  const pool = new Pool(origin, { ...options, headersTimeout: maxConnectMs });
  const dial: (request: Dispatcher.ConnectOptions) => Promise<Dispatcher.ConnectData> = pool.connect.bind(pool);
  const connect = (request: Dispatcher.ConnectOptions) =>
    dial(request).catch((cause: unknown) => {
      throw new EgressFailure(failureOf(cause) === 'timeout' ? 'timeout' : 'connection_refused', { cause });
    });
  return Object.assign(pool, { connect });
}
