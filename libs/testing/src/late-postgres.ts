import { once } from 'node:events';
import { connect, createServer } from 'node:net';

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
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`;
  return [url.href, () => new Promise((resolve) => server.close(resolve))];
}
