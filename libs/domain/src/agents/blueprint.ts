import type { Domain } from '../core/rights.js';

export type JsonSchema = Record<string, unknown>;

/** What a blueprint works with while it runs. */
export interface RunContext<Input = unknown> {
  readonly runId: string;
  readonly input: Input;
  /** 1 for the first; an attempt that a shutdown interrupted is not counted. */
  readonly attempt: number;
  /** Fires when the run is cancelled, its deadline passes, the worker shuts down or the claim is lost. */
  readonly signal: AbortSignal;
  /**
   * Does work on the workspace and remembers its result in one transaction, once: an attempt after a crash gets the result that
   * is stored under this name. The work is short and waits for nothing but the stores.
   */
  readonly step: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  /**
   * Calls the outside world and remembers the answer. A call that a crash left open is repeated only when it is `readOnly`;
   * otherwise the run fails with `tool_outcome_unknown`.
   */
  readonly call: <T>(name: string, readOnly: boolean, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
}

/** A kind of agent: what it takes, what it gives, what it may do and the code that does it. */
export abstract class Blueprint {
  /** `{kind}` and `{blueprint}` in paths: lower case words with hyphens. */
  abstract readonly slug: string;
  abstract readonly title: string;
  abstract readonly inputSchema: JsonSchema;
  abstract readonly outputSchema: JsonSchema;

  readonly version: string = '1.0.0';
  readonly engine: 'code' | 'llm' = 'code';
  /** Names of what it does things with, for people to read. */
  readonly tools: readonly string[] = [];
  readonly effects: 'read' | 'write' = 'read';
  /** Rights without which a run fails with `permission_denied`. */
  readonly access: readonly `${Domain}:${'read' | 'write'}`[] = [];
  readonly maxAttempts: number = 3;
  readonly defaultDeadlineSeconds: number = 900;
  readonly defaultBudgetUsdCents: number | null = null;
  readonly model: string | null = null;
  readonly instructions: string | null = null;
  readonly maxSteps: number | null = null;

  /** Does the work; resolves to the output, rejects with a `RunFailure`. */
  abstract run(context: RunContext): Promise<unknown>;
}
