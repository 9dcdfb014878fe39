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

/** A PostgreSQL in a fast shutdown: the first bytes of each session also end it. */
export const endingAtOnce = (): Promise<Front> =>
  startProxy('postgres://nobody@127.0.0.1/nothing', (client) => client.once('data', () => client.end(greetingAndEnd)));

/** A message of the protocol: its type, its length and its content. */
const message = (type: string, content: Buffer | string): Buffer => {
  const body = Buffer.from(content);
  const length = Buffer.alloc(4);
  length.writeInt32BE(length.length + body.length);
  return Buffer.concat([Buffer.from(type), length, body]);
};

const fatal = (code: string, text: string): Buffer =>
  message('E', ['SFATAL', 'VFATAL', `C${code}`, `M${text}`, ''].join('\0') + '\0');

const startingUp = fatal('57P03', 'the database system is starting up');

/** AuthenticationOk, ReadyForQuery and the ErrorResponse of a fast shutdown. */
const greetingAndEnd = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('Z', 'I'),
  fatal('57P01', 'terminating connection due to administrator command'),
]);
