import type pg from 'pg';
import { serialize } from 'pg-protocol';
import utils from 'pg/lib/utils.js';
import { isStale } from './database-errors.js';
import type { ReceivedRow } from '../rows/received-row.js';
import type { RowJson } from '../rows/row-json.js';
import { type Described, type ReadRow, type Row, rowReader } from '../rows/row-reader.js';

export type { Row } from '../rows/row-reader.js';

const readNothing: ReadRow = () => ({});

export interface Statement {
  text: string;
  values?: readonly unknown[];
  /** Makes `json` of the last columns, those of its view. */
  rows?: RowJson;
  /** How long the answer may take, where it is longer than for an ordinary statement. */
  waitMillis?: number;
}

export interface Outcome {
  rows: Row[];
  /** Rows the command touched, as the server counts them. */
  count: number;
  command: string;
}

interface Prepared {
  /** On the server. */
  name: string;
  /** Once the server has described them. Where the tables change after that, it refuses the statement. */
  columns?: readonly Described[];
  /** How its rows were read last, and with which view. */
  read?: ReadRow;
  rows?: RowJson | undefined;
}

interface Preparations {
  byText: Map<string, Prepared>;
  /** How many names were given: none is given twice. */
  names: number;
}

/** By connection, as on the server: no connection knows what another one has prepared. */
const preparations = new WeakMap<Wire, Preparations>();
const mostPrepared = 1000;

interface Wire {
  _send(bytes: Buffer): void;
}

type Callback = (error: Error | null, outcomes?: Outcome[]) => void;

const toText = (value: unknown): unknown => utils.prepareValue(value);

/**
 * Several statements, prepared by name, in one round trip with one Sync behind them (PostgreSQL protocol 54.2.3):
 * outside BEGIN they are one implicit transaction, so either all take effect or none.
 */
class Batch {
  private outcomes: Outcome[] = [];
  private rows: Row[] = [];
  private read = readNothing;
  private readonly prepared: Prepared[] = [];
  private readonly fresh: string[] = [];
  private known: Preparations | undefined;
  /** Read by the driver: undefined leaves its own limit. */
  readonly query_timeout: number | undefined;

  constructor(
    private statements: readonly Statement[],
    private settle: Callback | undefined,
  ) {
    const waits = statements.flatMap(({ waitMillis }) => waitMillis ?? []);
    this.query_timeout = waits.length ? Math.max(...waits) : undefined;
  }

  isSent = false;

  /** Called by the driver when it is this batch's turn to be answered; it takes an error as its answer. */
  submit(wire: Wire): Error | null {
    try {
      if (!this.isSent) this.send(wire);
    } catch (error) {
      return error as Error;
    }
    this.startStatement();
    return null;
  }

  /** May be called before, where all that the connection is still answering has been sent. */
  send(wire: Wire): void {
    const known = preparations.get(wire) ?? { byText: new Map(), names: 0 };
    preparations.set(wire, known);
    this.known = known;
    const messages = this.statements.flatMap((statement) => this.messagesFor(statement, known));
    // All messages in one write: each further write costs as much as the rest of the batch.
    wire._send(Buffer.concat([...messages, serialize.sync()]));
    this.isSent = true;
  }

  handleRowDescription({ fields }: { fields: readonly Described[] }): void {
    this.prepared[this.outcomes.length]!.columns = fields;
    this.startStatement();
  }

  handleDataRow(row: ReceivedRow): void {
    this.rows.push(this.read(row));
  }

  handleCommandComplete(message: { text: string }): void {
    const [command = '', ...counts] = message.text.split(' ');
    this.prepared[this.outcomes.length]!.columns ??= [];
    this.outcomes.push({ rows: this.rows, count: Number(counts.at(-1) ?? 0), command });
    this.startStatement();
  }

  /** The driver wraps `callback`, and V8 frees the wrapper, with this batch, only in a full collection: rows and values are freed here. */
  handleReadyForQuery(): void {
    const { outcomes } = this;
    this.statements = [];
    this.outcomes = [];
    this.callback(null, outcomes);
  }

  /** The driver calls it too, when time is up. */
  callback: Callback = (error, outcomes) => {
    const { settle } = this;
    this.settle = undefined;
    settle?.(error, outcomes);
  };

  handleError(error: Error): void {
    // It is unknown which of the new statements the server had parsed, so none of their names is used again.
    for (const text of this.fresh) this.known?.byText.delete(text);
    // Others may be stale for the same reason.
    if (isStale(error)) this.known?.byText.clear();
    this.callback(error);
  }

  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}

  private messagesFor({ text, values = [] }: Statement, preparations: Preparations): Buffer[] {
    const known = preparations.byText.get(text);
    const statement = known ?? this.name(text, preparations);
    this.prepared.push(statement);
    return [
      ...(known ? [] : [serialize.parse({ name: statement.name, text })]),
      serialize.bind({ statement: statement.name, values: [...values], valueMapper: toText }),
      ...(statement.columns ? [] : [serialize.describe({ type: 'P', name: '' })]),
      serialize.execute(),
    ];
  }

  private name(text: string, known: Preparations): Prepared {
    const { byText } = known;
    if (byText.size >= mostPrepared) return { name: '' };
    known.names += 1;
    const statement = { name: `s${known.names}` };
    byText.set(text, statement);
    this.fresh.push(text);
    return statement;
  }

  private startStatement(): void {
    this.rows = [];
    const prepared = this.prepared[this.outcomes.length];
    this.read = prepared?.columns ? readerOf(prepared, this.statements[this.outcomes.length]!.rows) : readNothing;
  }
}

/** The same text may be read by another view than before: names of fields do not stand in it. */
function readerOf(prepared: Prepared, rows: RowJson | undefined): ReadRow {
  if (prepared.read && prepared.rows === rows) return prepared.read;
  return Object.assign(prepared, { read: rowReader(prepared.columns!, rows), rows }).read;
}

/** How a batch is sent. */
interface Sending {
  /** True where all that the driver was given before is written: these are written at once, and answered after that. */
  isBehind?: boolean;
  /** Called where they were written before `runBatch` returned. */
  onWritten?: () => void;
}

/** Runs the statements on a connection; resolves to one outcome each, or rejects with the first error. */
export function runBatch(
  client: pg.PoolClient | pg.Client,
  statements: readonly Statement[],
  { isBehind = false, onWritten }: Sending = {},
): Promise<Outcome[]> {
  return new Promise((resolve, reject) => {
    const batch = new Batch(statements, (error, outcomes) => (error ? reject(error) : resolve(outcomes!)));
    if (isBehind) batch.send((client as unknown as { connection: Wire }).connection);
    client.query(batch as unknown as pg.Submittable);
    if (batch.isSent) onWritten?.();
  });
}
