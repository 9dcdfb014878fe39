import pg from 'pg';
import utils from 'pg/lib/utils.js';

export interface Statement {
  text: string;
  values?: readonly unknown[];
  /** How long the answer may take, where it is longer than for an ordinary statement. */
  waitMillis?: number;
}

export type Row = Record<string, unknown>;

export interface Outcome {
  rows: Row[];
  /** Rows the command touched, as the server counts them. */
  count: number;
  command: string;
}

type Parse = (text: string) => unknown;

interface Field {
  name: string;
  parse: Parse;
}

/** Prepared statements of one connection: text to server-side name. */
const prepared = new WeakMap<object, Map<string, string>>();
/** Row shapes by statement text, so that the server need not describe them again. */
const shapes = new Map<string, Field[]>();
const mostPrepared = 1000;
let names = 0;

interface Wire {
  stream: { cork(): void; uncork(): void };
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: unknown[]; valueMapper: (value: unknown) => unknown }): void;
  describe(message: { type: 'P'; name: '' }): void;
  execute(message: object): void;
  sync(): void;
}

const toText = (value: unknown): unknown => utils.prepareValue(value);

/**
 * Several statements, prepared by name, in one round trip with one Sync behind them (PostgreSQL protocol 54.2.3):
 * outside BEGIN they are one implicit transaction, so either all take effect or none.
 */
class Batch {
  callback: ((error: Error | null, outcomes?: Outcome[]) => void) | undefined;
  private readonly outcomes: Outcome[] = [];
  private rows: Row[] = [];
  private fields: Field[] = [];
  private readonly fresh: string[] = [];
  private wire: Wire | undefined;
  /** Read by the driver: undefined leaves its own limit. */
  readonly query_timeout: number | undefined;

  constructor(private readonly statements: readonly Statement[]) {
    const waits = statements.flatMap(({ waitMillis }) => waitMillis ?? []);
    this.query_timeout = waits.length ? Math.max(...waits) : undefined;
  }

  submit(wire: Wire): Error | null {
    this.wire = wire;
    wire.stream.cork();
    try {
      for (const statement of this.statements) this.send(wire, statement);
      wire.sync();
    } finally {
      wire.stream.uncork();
    }
    this.startStatement();
    return null;
  }

  handleRowDescription(message: { fields: { name: string; dataTypeID: number }[] }): void {
    this.fields = message.fields.map(({ name, dataTypeID }) => ({
      name,
      parse: pg.types.getTypeParser(dataTypeID) as Parse,
    }));
    if (shapes.size < mostPrepared) shapes.set(this.statements[this.outcomes.length]!.text, this.fields);
  }

  handleDataRow(message: { fields: (string | null)[] }): void {
    const row: Row = {};
    for (let i = 0; i < this.fields.length; i++) {
      const raw = message.fields[i]!;
      row[this.fields[i]!.name] = raw === null ? null : this.fields[i]!.parse(raw);
    }
    this.rows.push(row);
  }

  handleCommandComplete(message: { text: string }): void {
    const [command = '', ...counts] = message.text.split(' ');
    this.outcomes.push({ rows: this.rows, count: Number(counts.at(-1) ?? 0), command });
    this.startStatement();
  }

  handleReadyForQuery(): void {
    this.callback?.(null, this.outcomes);
  }

  handleError(error: Error): void {
    // Which of the new statements the server had parsed is unknown, so none of their names is used again.
    for (const text of this.fresh) prepared.get(this.wire!)?.delete(text);
    this.callback?.(error);
  }

  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}

  private send(wire: Wire, { text, values = [] }: Statement): void {
    wire.bind({ statement: this.nameOf(wire, text), values: [...values], valueMapper: toText });
    if (!shapes.has(text)) wire.describe({ type: 'P', name: '' });
    wire.execute({});
  }

  private nameOf(wire: Wire, text: string): string {
    const known = prepared.get(wire) ?? new Map<string, string>();
    prepared.set(wire, known);
    const name = known.get(text);
    if (name) return name;
    const given = known.size < mostPrepared ? `s${++names}` : '';
    wire.parse({ name: given, text });
    if (given) {
      known.set(text, given);
      this.fresh.push(text);
    }
    return given;
  }

  private startStatement(): void {
    this.rows = [];
    this.fields = shapes.get(this.statements[this.outcomes.length]?.text ?? '') ?? [];
  }
}

/** Runs the statements on a connection; resolves to one outcome each, or rejects with the first error. */
export function runBatch(client: pg.PoolClient | pg.Client, statements: readonly Statement[]): Promise<Outcome[]> {
  return new Promise((resolve, reject) => {
    const batch = new Batch(statements);
    batch.callback = (error, outcomes) => (error ? reject(error) : resolve(outcomes!));
    client.query(batch as unknown as pg.Submittable);
  });
}
