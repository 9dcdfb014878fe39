import { createServer, type Server } from 'node:http';
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server as NetServer,
  type Socket,
} from 'node:net';

/** Listens on a free port of this machine; returns the URL. */
export async function listen(server: NetServer): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Closes a server and its connections. */
export async function hangUp(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** Below the ephemeral ports, so that no other program receives it before it is used. */
const [lowestPort, ports] = [10_240, 20_000];

export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowestPort + Math.floor(Math.random() * ports);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await hangUp(server);
    return port;
  }
}

export interface Front {
  /** The URL of the server behind, through this one. */
  url: string;
  close(): Promise<unknown>;
}

/** A proxy: `meet` receives each client's connection, and a function that connects to the server behind. */
export async function startProxy(address: string, meet: (client: Socket, open: () => Socket) => void): Promise<Front> {
  const url = new URL(address);
  const { port, hostname } = url;
  const server = createTcpServer((client) => {
    client.on('error', () => undefined);
    meet(client, () => connect(Number(port), hostname));
  });
  url.host = new URL(await listen(server)).host;
  return { url: url.href, close: () => new Promise((resolve) => server.close(resolve)) };
}
