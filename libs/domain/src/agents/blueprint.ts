import type { Finding } from '../core/errors.js';
import { Extension } from '../core/extensions.js';
import type { Domain } from '../core/vocabulary.js';

export type JsonSchema = Record<string, unknown>;

export interface Talk {
  prompt: string;
  /** Data by others, presented to the model as untrusted. */
  data?: readonly unknown[];
  /** The tool that ends the conversation, and the schema of the result. */
  finish: { description: string; schema: JsonSchema };
  /** Names of permitted operations, a subset of the blueprint's `tools`; none if absent. */
  operations?: readonly string[];
  /** Slugs of connected apps, whose accepted read-only tools are available if `tools` include `apps:read`. */
  apps?: readonly string[];
}

export interface RunContext<Input = unknown> {
  readonly runId: string;
  readonly input: Input;
  /** Starts at 1; an attempt interrupted by a shutdown does not count. */
  readonly attempt: number;
  /** Start of the first attempt: the same in every attempt, and therefore the time to calculate with. */
  readonly startedAt: Date;
  /** Fires when the run is cancelled, its deadline passes, the worker shuts down or the claim is lost. */
  readonly signal: AbortSignal;
  /**
   * Runs an operation such as `create_task`; after a crash, an attempt gets the recorded response of the step `name`.
   * Calls run sequentially. Rejects with `OperationRefused` when a rule or right forbids it.
   */
  readonly act: <T = unknown>(name: string, operation: string, args: Readonly<Record<string, unknown>>) => Promise<T>;
  /** Records the result of code that only reads the workspace: an attempt after a crash gets the same result. */
  readonly read: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  /** Like `act`, for code of the blueprint; a transaction is open, so it must be short and wait only for stores. */
  readonly step: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  /** An external call, recorded. After a crash only a `readOnly` one is repeated; else `tool_outcome_unknown`. */
  readonly call: <T>(name: string, readOnly: boolean, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
  /** Converses until the model calls `finish`; resolves to its valid arguments. Once per run, only for engine `llm`. */
  readonly converse: <T = unknown>(talk: Talk) => Promise<T>;
}

export abstract class Blueprint extends Extension {
  /** `{kind}` and `{blueprint}` in paths: lower-case words with hyphens. */
  abstract readonly slug: string;
  abstract readonly title: string;
  abstract readonly inputSchema: JsonSchema;
  abstract readonly outputSchema: JsonSchema;

  readonly version: string = '1.0.0';
  readonly engine: 'code' | 'llm' = 'code';
  /** Permitted operations: their names, `domain:read|write` for a whole domain, or `*` for all that runs may use. */
  readonly tools: readonly string[] = [];
  readonly effects: 'read' | 'write' = 'read';
  /** Required rights, or runs fail with `permission_denied`; code that reads stores itself must list each domain. */
  readonly access: readonly `${Domain}:${'read' | 'write'}`[] = [];
  readonly maxAttempts: number = 3;
  readonly defaultDeadlineSeconds: number = 900;
  readonly defaultBudgetUsdCents: number | null = null;
  readonly model: string | null = null;
  readonly instructions: string | null = null;
  readonly maxSteps: number | null = null;
  readonly maxOutputTokens: number = 8192;

  get usesModel(): boolean {
    return this.engine === 'llm';
  }

  /** Faults beyond the schema, with pointers below `at`. Runs inside a transaction, so it may only query. */
  inputFaults(_input: unknown, _at: string): Finding[] | Promise<Finding[]> {
    return [];
  }

  /** Scopes of `access` and `tools`, which limit the rights of a run; filled in by `InstalledBlueprints`. */
  scopes: readonly string[] = ['*'];

  /** Resolves to the output; rejects with a `RunFailure`. */
  abstract run(context: RunContext): Promise<unknown>;
}
