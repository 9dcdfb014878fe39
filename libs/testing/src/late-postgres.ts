import { type Front, startProxy } from './local-server.js';

/** A proxy that delays the last message of PostgreSQL's responses, ReadyForQuery, by a moment. */
export const readyLate = (databaseUrl: string): Promise<Front> =>
  startProxy(databaseUrl, (client, open) => {
    const postgres = open();
    client.pipe(postgres);
    postgres.on('data', (bytes) => {
      client.write(bytes.subarray(0, -6));
      postgres.pause();
      setTimeout(() => client.write(bytes.subarray(-6), () => postgres.resume()), 2);
    });
  });

/** A PostgreSQL that accepts connections but does not respond until `speak` is called. */
export async function silentAtFirst(databaseUrl: string): Promise<Front & { speak: () => void }> {
  let speak = () => {};
  const spoken = new Promise<void>((resolve) => (speak = resolve));
  const front = await startProxy(databaseUrl, (client, open) => {
    void spoken.then(() => client.pipe(open()).pipe(client));
  });
  return { ...front, speak };
}

/** A PostgreSQL that reports that it is starting up until `speak` is called. */
export async function startingAtFirst(databaseUrl: string): Promise<Front & { speak: () => void }> {
  let isStarted = false;
  const front = await startProxy(databaseUrl, (client, open) => {
    if (isStarted) client.pipe(open()).pipe(client);
    else client.once('data', () => client.end(startingUp));
  });
  return { ...front, speak: () => void (isStarted = true) };
}

/** ErrorResponse of the protocol: severity, code and message. */
const startingUp = (() => {
  const fields = ['SFATAL', 'VFATAL', 'C57P03', 'Mthe database system is starting up', ''].join('\0') + '\0';
  const length = Buffer.alloc(4);
  length.writeInt32BE(length.length + fields.length);
  return Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)]);
})();
