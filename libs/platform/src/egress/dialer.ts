import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { buildConnector } from 'undici';
import type { AddressGuard } from './address-guard.js';
import { EgressFailure } from './egress-failure.js';

export type Lookup = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Upper limit for connecting, whatever a request allows. */
export const maxConnectMs = 10_000;

/** Resolves names and opens sockets; never returns an address or socket that the guard refuses. */
export class Dialer {
  private readonly connectGuarded: buildConnector.connector;
  private readonly lookUp = promisify(this.lookup);

  constructor(
    private readonly guard: AddressGuard,
    private readonly lookup: Lookup,
  ) {
    this.connectGuarded = buildConnector({
      lookup: this.guardedLookup,
      timeout: maxConnectMs,
      // Node's default of 250 ms an address is too short for distant servers.
      autoSelectFamilyAttemptTimeout: 1000,
    });
  }

  /** True if the URL itself holds a refused address, or `localhost`, which a proxy would take for itself. */
  refusesLiteral({ hostname }: URL): boolean {
    const host = withoutBrackets(hostname);
    const meant = /^(.+\.)?localhost\.?$/.test(host) ? ['127.0.0.1', '::1'] : [host];
    return meant.every((address) => isIP(address) && !this.guard.allows(address));
  }

  /** Throws `EgressFailure` if any address is refused or there is none. */
  async resolve(host: string, options: Omit<LookupAllOptions, 'all'> = {}): Promise<LookupAddress[]> {
    const addresses = await this.lookUp(withoutBrackets(host), { ...options, all: true }).catch((cause: unknown) => {
      throw new EgressFailure('dns_failure', { cause });
    });
    if (!addresses.length) throw new EgressFailure('dns_failure');
    if (!addresses.every(({ address }) => this.guard.allows(address))) throw new EgressFailure('blocked_address');
    return addresses;
  }

  /** The connector for undici. Node does not look up an address in the URL, so it is checked here. */
  readonly connect: buildConnector.connector = (options, callback) => {
    if (isIP(options.hostname) && !this.guard.allows(options.hostname))
      return void queueMicrotask(() => callback(new EgressFailure('blocked_address'), null));
    this.connectGuarded(options, (error, socket) => {
      if (error) return callback(error, null);
      const peer = socket.remoteAddress;
      if (peer && this.guard.allows(peer)) return callback(null, socket);
      socket.destroy();
      callback(new EgressFailure(peer ? 'blocked_address' : 'connection_refused'), null);
    });
  };

  /** Node dials exactly the addresses checked here. */
  private readonly guardedLookup: LookupFunction = (hostname, { all, ...options }, callback) => {
    this.resolve(hostname, options as Omit<LookupAllOptions, 'all'>).then(
      (found) => (all ? callback(null, found) : callback(null, found[0]!.address, found[0]!.family)),
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };
}

const withoutBrackets = (host: string) => host.replace(/^\[(.*)\]$/, '$1');
