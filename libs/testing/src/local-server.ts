import { createServer, type Server } from 'node:http';
import type { AddressInfo, Server as NetServer } from 'node:net';

/** Has a server listen on a free port of this machine; its address. */
export async function listen(server: NetServer): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Ends a server, whoever is still connected to it. */
export async function hangUp(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** One on which nobody listens. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const { port } = new URL(await listen(server));
  await hangUp(server);
  return Number(port);
}
