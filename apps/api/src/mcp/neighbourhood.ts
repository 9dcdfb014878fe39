import type { Request } from 'express';

/** Where requests may come from. */
export interface Neighbourhood {
  /** The address that the server listens on. */
  host: string;
  /** Origins of pages that may call. */
  corsOrigins: readonly string[];
}

/**
 * Whether a request is meant for this server, and comes from no page of others: a name that somebody else leads to this machine
 * must not open it to the browser of who works there (DNS rebinding).
 */
export function isFromHere({ headers }: Request, publicUrl: string, { host, corsOrigins }: Neighbourhood): boolean {
  const { origin } = headers;
  const own = new URL(publicUrl);
  if (origin !== undefined && origin !== own.origin && !corsOrigins.includes(origin)) return false;
  if (!isLoopback(host)) return true;
  const named = hostnameOf(headers.host ?? '');
  return named !== undefined && (isLoopback(named) || named === own.hostname);
}

const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host);

const hostnameOf = (host: string) => (URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : undefined);
