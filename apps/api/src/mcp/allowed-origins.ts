import type { Request } from 'express';
import type { Settings } from '@tandem/platform/settings/settings';

/** Guards against DNS rebinding: a foreign page must not reach the server through a browser on this machine. */
export function isAllowed({ headers }: Request, publicUrl: string, { HOST, CORS_ORIGINS }: Settings): boolean {
  const own = new URL(publicUrl);
  const named = hostnameOf(headers.host);
  const isLocal = isLoopback(HOST);
  if (isLocal && named !== own.hostname && !isLoopback(named)) return false;
  // This machine has several names: a page served under one calls the server under the same one.
  const local = isLocal && isLoopback(named) ? [`http://${headers.host}`] : [];
  return !headers.origin || [own.origin, ...CORS_ORIGINS, ...local].includes(headers.origin);
}

const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host);

const hostnameOf = (host = '') => (URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '');
