import { connect, createServer } from 'node:net';
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
  return [url.href, () => new Promise((resolve) => server.close(resolve))];
}
