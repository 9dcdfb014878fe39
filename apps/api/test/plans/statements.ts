import type { Statement } from '@tandem/platform/postgres/batch';
import { asOwner } from '@tandem/testing/temporary-postgres';
import type { Caller, World } from '@tandem/testing/world';

/** Every statement that the API sends from now on. */
export function watchStatements({ api: { database } }: World): Statement[] {
  const seen: Statement[] = [];
  const batch = database.batch.bind(database);
  database.batch = (statements) => {
    seen.push(...statements);
    return batch(statements);
  };
  return seen;
}

/** What `explain` says, as the application's role sees it. */
export async function planOf<Plan>(
  { databaseUrl }: Pick<World, 'databaseUrl'>,
  { tenantId }: Caller,
  explain: string,
  values: readonly unknown[] = [],
): Promise<Plan[]> {
  const as = new URL(databaseUrl);
  const settings = as.searchParams.get('options') ?? '';
  as.searchParams.set('options', `${settings} -c role=tandem_app -c app.tenant_id=${tenantId}`);
  const rows = await asOwner<{ 'QUERY PLAN': Plan }>(as.toString(), explain, [...values]);
  return rows.map((row) => row['QUERY PLAN']);
}

/** What was sent over a connection between taking it out of the pool and giving it back. */
export interface Sent {
  texts: string[];
  /** Writes to the socket: for each of them an answer was awaited. */
  roundTrips: number;
}

/** Each use of a connection by the API from now on. */
export function watchRoundTrips({ api: { database } }: World): Sent[] {
  const uses: Sent[] = [];
  const current = new Map<object, Sent>();
  database.pool.on('acquire', (client) => {
    if (!current.has(client)) watch(client, () => current.get(client)!);
    const sent = { texts: [], roundTrips: 0 };
    current.set(client, sent);
    uses.push(sent);
  });
  return uses;
}

type Sending = (...given: unknown[]) => unknown;

function watch(client: object, sent: () => Sent): void {
  const watched = client as unknown as { query: Sending; connection: { stream: { write: Sending } } };
  const { stream } = watched.connection;
  const [query, write] = [watched.query.bind(client), stream.write.bind(stream)];
  watched.query = (...given) => {
    const { statements = [] } = given[0] as { statements?: Statement[] };
    sent().texts.push(...statements.map(({ text }) => text));
    return query(...given);
  };
  stream.write = (...given) => {
    sent().roundTrips++;
    return write(...given);
  };
}
