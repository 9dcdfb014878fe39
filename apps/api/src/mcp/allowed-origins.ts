import type { Request } from 'express';
import type { Settings } from '@tandem/platform/settings/settings';

/**
 * Whether a request is meant for this server and comes from no foreign page. Otherwise such a page, under a name that leads to this
 * machine, could use the server through the browser of somebody who works on it (DNS rebinding).
 */
export function isAllowed({ headers }: Request, publicUrl: string, { HOST, CORS_ORIGINS }: Settings): boolean {
  const own = new URL(publicUrl);
  const named = hostnameOf(headers.host);
  const isLocal = isLoopback(HOST);
  if (isLocal && named !== own.hostname && !isLoopback(named)) return false;
  // This machine has several names for itself: a page of one calls the server by the same one.
  const local = isLocal && isLoopback(named) ? [`http://${headers.host}`] : [];
  return !headers.origin || [own.origin, ...CORS_ORIGINS, ...local].includes(headers.origin);
}

const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host);

/** Empty where the header names no host. */
const hostnameOf = (host = '') => (URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '');
