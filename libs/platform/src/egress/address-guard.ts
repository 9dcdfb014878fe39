import { isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Cidr = [Address, number];

const globalUnicast: Cidr = ipaddr.parseCIDR('2000::/3');

/** Unicast for ipaddr.js, but never dialled. */
const alsoRefused = {
  ipv4: { azureHost: ipaddr.parseCIDR('168.63.129.16/32') },
  // IANA IPv6 special-purpose registry: IETF protocols with Teredo, documentation (two blocks), 6to4.
  ipv6: {
    ietf: ipaddr.parseCIDR('2001::/23'),
    documentation: [ipaddr.parseCIDR('2001:db8::/32'), ipaddr.parseCIDR('3fff::/20')],
    sixToFour: ipaddr.parseCIDR('2002::/16'),
  },
};

/** Allows globally routable unicast addresses, and those that the operator opened in `OUTBOUND_ALLOW_CIDRS`. */
export class AddressGuard {
  private readonly opened: Cidr[];

  /** Throws one line naming the first malformed CIDR. */
  constructor(allowCidrs: readonly string[]) {
    this.opened = allowCidrs.map(networkOf);
  }

  allows(text: string): boolean {
    if (!isIP(text)) return false;
    const address = ipaddr.parse(isIPv6(text) ? inHexadecimal(text) : text);
    return this.isOpened(address) || isGloballyRoutable(address);
  }

  private isOpened(address: Address): boolean {
    const forms =
      address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? [address, address.toIPv4Address()] : [address];
    return forms.some((form) => this.opened.some((cidr) => isWithin(form, cidr)));
  }
}

function isGloballyRoutable(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv4) return ipaddr.subnetMatch(address, alsoRefused.ipv4, 'fine') === 'fine';
  return isWithin(address, globalUnicast) && ipaddr.subnetMatch(address, alsoRefused.ipv6, 'fine') === 'fine';
}

/** ipaddr.js reads `::10.0.0.1` as the v4-mapped `::ffff:10.0.0.1`. */
const inHexadecimal = (address: string) => new URL(`http://[${address.replace(/%.*/, '')}]`).hostname.slice(1, -1);

const isWithin = (address: Address, cidr: Cidr) => address.kind() === cidr[0].kind() && address.match(cidr);

export function networkOf(text: string): Cidr {
  // ipaddr.js would also read the ambiguous 10.1/16 and 012.0.0.0/8.
  if (!ipaddr.IPv4.isValidCIDRFourPartDecimal(text) && !ipaddr.IPv6.isValidCIDR(text))
    throw new Error(`"${text}" is no CIDR; write for example 10.1.0.0/16 or fd00::/8`);
  return ipaddr.parseCIDR(text);
}
