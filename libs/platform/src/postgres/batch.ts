import pg from 'pg';
import { serialize } from 'pg-protocol';
import utils from 'pg/lib/utils.js';
import { isStale } from './database-errors.js';

export type Row = Record<string, unknown>;

export interface Statement {
  text: string;
  values?: readonly unknown[];
  waitMillis?: number;
}

export interface Outcome {
  rows: Row[];
  count: number;
  command: string;
}

type Column = Pick<pg.FieldDef, 'name'> & { parse: (text: string) => unknown };
type Callback = (error: Error | null, outcomes?: Outcome[]) => void;

interface Prepared {
  name: string;
  /** Known after the first execution; PostgreSQL rejects the statement if its columns change later. */
  columns?: readonly Column[];
}

class PreparedStatements {
  private readonly byText = new Map<string, Prepared>();
  private names = 0;

  constructor(private readonly maxStatements = 1000) {}

  find(text: string): Prepared | undefined {
    return this.byText.get(text);
  }

  /** Statements beyond the limit stay unnamed, so PostgreSQL parses them every time. */
  add(text: string): Prepared {
    if (this.byText.size >= this.maxStatements) return { name: '' };
    const prepared = { name: `s${++this.names}` };
    this.byText.set(text, prepared);
    return prepared;
  }

  forget(texts: Iterable<string> = [...this.byText.keys()]): void {
    for (const text of texts) this.byText.delete(text);
  }
}

const preparedOn = new WeakMap<pg.Connection, PreparedStatements>();

/** One round trip and one Sync, so outside BEGIN one implicit transaction (PostgreSQL protocol, "Pipelining"). */
class Batch implements pg.Submittable {
  /** Read by the driver; undefined means the connection's default. */
  readonly query_timeout: number | undefined;
  private prepared = new PreparedStatements();
  private sent: Prepared[] = [];
  private readonly added: string[] = [];
  private outcomes: Outcome[] = [];
  private rows: Row[] = [];

  constructor(
    private statements: readonly Statement[],
    private settle: Callback | undefined,
  ) {
    const waits = statements.flatMap(({ waitMillis }) => waitMillis ?? []);
    this.query_timeout = waits.length ? Math.max(...waits) : undefined;
  }

  submit(connection: pg.Connection): Error | null {
    this.prepared = preparedOn.get(connection) ?? this.prepared;
    preparedOn.set(connection, this.prepared);
    try {
      const messages = this.statements.flatMap((statement) => this.messagesFor(statement));
      connection.stream.write(Buffer.concat([...messages, serialize.sync()]));
      return null;
    } catch (error) {
      this.prepared.forget(this.added);
      return error as Error;
    }
  }

  handleRowDescription({ fields }: { fields: readonly pg.FieldDef[] }): void {
    const parserOf = (type: number) => pg.types.getTypeParser(type) as Column['parse'];
    this.current.columns = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }));
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const row: Row = {};
    this.current.columns!.forEach(({ name, parse }, i) => (row[name] = fields[i] === null ? null : parse(fields[i]!)));
    this.rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    const [command = '', ...counts] = text.split(' ');
    this.current.columns ??= [];
    this.outcomes.push({ rows: this.rows, count: Number(counts.at(-1) ?? 0), command });
    this.rows = [];
  }

  /** Releases statements and rows here: the driver references the batch until the next major garbage collection. */
  handleReadyForQuery(): void {
    const { outcomes } = this;
    [this.statements, this.outcomes] = [[], []];
    this.callback(null, outcomes);
  }

  /** The driver wraps it, and calls it when the query times out. */
  callback: Callback = (error, outcomes) => {
    const { settle } = this;
    this.settle = undefined;
    settle?.(error, outcomes);
  };

  handleError(error: Error): void {
    // PostgreSQL skips the statements after the failed one, so some new ones may not have been parsed.
    this.prepared.forget(isStale(error) ? undefined : this.added);
    this.callback(error);
  }

  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}

  private get current(): Prepared {
    return this.sent[this.outcomes.length]!;
  }

  private messagesFor({ text, values = [] }: Statement): Buffer[] {
    const known = this.prepared.find(text);
    const statement = known ?? this.prepared.add(text);
    if (!known) this.added.push(text);
    this.sent.push(statement);
    return [
      ...(known ? [] : [serialize.parse({ name: statement.name, text })]),
      serialize.bind({ statement: statement.name, values: [...values], valueMapper: utils.prepareValue }),
      ...(statement.columns ? [] : [serialize.describe({ type: 'P', name: '' })]),
      serialize.execute(),
    ];
  }
}

/** Runs the statements on a connection; resolves to one outcome each, or rejects with the first error. */
export function runBatch(client: pg.ClientBase, statements: readonly Statement[]): Promise<Outcome[]> {
  return new Promise((resolve, reject) => {
    client.query(new Batch(statements, (error, outcomes) => (error ? reject(error) : resolve(outcomes!))));
  });
}
