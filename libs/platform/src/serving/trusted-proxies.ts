import { isIP } from 'node:net';

/** The number of proxies in front, or their networks; 0 = none. */
export type TrustedProxies = number | readonly string[];

const named = ['loopback', 'linklocal', 'uniquelocal'];
const maxHops = 32;
const remedy =
  'write how many proxies stand in front of Tandem, for example 1, or their networks, for example 10.0.0.0/8,loopback';

/** Parses `TRUST_PROXY`; rejects a value that would trust X-Forwarded-For from everyone. */
export function trustedProxies(text: string): TrustedProxies {
  const value = text.trim().toLowerCase();
  if (value === 'false') return 0;
  if (value === 'true') throw new Error(`"true" would believe whatever address a client claims to have; ${remedy}`);
  if (/^\d+$/.test(value)) {
    if (Number(value) > maxHops) throw new Error(`${value} proxies are too many; ${remedy}`);
    return Number(value);
  }
  const networks = value.split(',').map((part) => part.trim());
  const wrong = networks.find((network) => !named.includes(network) && !isNetwork(network));
  if (wrong !== undefined) throw new Error(`"${wrong}" is no network; ${remedy}`);
  return networks;
}

function isNetwork(text: string): boolean {
  const [, address = '', length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const bits = isIP(address) === 4 ? 32 : 128;
  return isIP(address) > 0 && !address.includes('%') && (length === undefined || (+length >= 1 && +length <= bits));
}
