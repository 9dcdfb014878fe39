import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export const bearerOf = (authorization: string | undefined): string | undefined =>
  /^Bearer +([\w.~+/=-]{1,4096})$/i.exec(authorization ?? '')?.[1];

/** Compares in constant time. */
export function sameSecret(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

/** The IP address in a text, without the port and zone that some proxies add; null if there is none. */
export function addressIn(text: string | undefined): string | null {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text ?? '')?.[1] ?? /^([\d.]+):\d+$/.exec(text ?? '')?.[1] ?? text ?? '';
  const address = bare.replace(/%.*$/, '').replace(/^::ffff:(?=[\d.]+$)/i, '');
  return isIP(address) ? address : null;
}

/** The client of a rate limit: an IPv4 address, or the /64 network that an IPv6 client usually has (RFC 6177). */
export function clientNetwork(address: string): string {
  if (isIP(address) !== 6) return address;
  const parsed = ipaddr.parse(address) as ipaddr.IPv6;
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
