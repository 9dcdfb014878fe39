import { lookup } from 'node:dns/promises';
import { BlockList } from 'node:net';
import { UsageFault } from '../failures.js';

const near = new BlockList();
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  near.addSubnet(network, prefix, 'ipv4');
near.addAddress('::1', 'ipv6');
near.addSubnet('fc00::', 7, 'ipv6');

/** Throws a `UsageFault` unless it is an HTTP address of this machine or of a private network. */
export async function targetOf(given: string, allowRemote: boolean): Promise<URL> {
  const whole = given.includes('://') ? given : `http://${given}`;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new UsageFault('--forward-to is not an http or https URL');
  if (url.username || url.password) throw new UsageFault('--forward-to must not contain a user name or password');
  if (allowRemote) return url;
  const addresses = await lookup(url.hostname.replace(/^\[|\]$/g, ''), { all: true }).catch(() => {
    throw new UsageFault(`${url.hostname} cannot be resolved`);
  });
  if (!addresses.every(({ address, family }) => near.check(address, family === 6 ? 'ipv6' : 'ipv4')))
    throw new UsageFault(`${url.hostname} is not on this machine or a private network: --allow-remote permits it`);
  return url;
}
