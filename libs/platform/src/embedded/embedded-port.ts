import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';

const leastPort = 10_000;
const attempts = 50;

/**
 * A free port that the system gives to no outgoing connection: while PostgreSQL is down, such a connection could take the very
 * port that PostgreSQL must come back on.
 */
export async function freePort(): Promise<number> {
  const outgoing = await firstOutgoingPort();
  for (let attempt = 0; attempt < attempts && outgoing > leastPort; attempt++) {
    const port = await listening(randomInt(leastPort, outgoing)).catch(() => undefined);
    if (port) return port;
  }
  return listening(0);
}

/** As Linux tells it; elsewhere what the IANA sets apart (RFC 6335, section 6). */
async function firstOutgoingPort(): Promise<number> {
  const range = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').catch(() => '49152');
  return Number.parseInt(range, 10) || 49_152;
}

async function listening(wanted: number): Promise<number> {
  const server = createServer();
  await new Promise<void>((done, fail) => server.once('error', fail).listen(wanted, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}
