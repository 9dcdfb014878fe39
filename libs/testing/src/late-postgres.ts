import { connect, createServer, type Server } from 'node:net';
import { listen } from './local-server.js';

/** The address of a server that passes on what PostgreSQL says, but the end of it, where that is ready for more, a moment later. */
export async function readyLate(databaseUrl: string): Promise<[url: string, close: () => Promise<unknown>]> {
  const url = new URL(databaseUrl);
  const { port, hostname } = url;
  const server = createServer((client) => {
    const postgres = connect(Number(port), hostname);
    client.on('error', () => undefined).pipe(postgres);
    postgres.on('data', (bytes) => {
      client.write(bytes.subarray(0, -6));
      postgres.pause();
      setTimeout(() => client.write(bytes.subarray(-6), () => postgres.resume()), 2);
    });
  });
  url.host = new URL(await listen(server)).host;
  return [url.href, () => closed(server)];
}

/** The address of a PostgreSQL that accepts connections and says nothing on them until it is told to `speak`. */
export async function silentAtFirst(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const { port, hostname } = url;
  let speak = () => {};
  const spoken = new Promise<void>((resolve) => (speak = resolve));
  const server = createServer((client) => {
    client.on('error', () => undefined);
    void spoken.then(() => client.pipe(connect(Number(port), hostname)).pipe(client));
  });
  url.host = new URL(await listen(server)).host;
  return { url: url.href, speak: () => speak(), close: () => closed(server) };
}

const closed = (server: Server) => new Promise((resolve) => server.close(resolve));
