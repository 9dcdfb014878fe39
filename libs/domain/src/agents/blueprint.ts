import type { Finding } from '../core/errors.js';
import { Extension } from '../core/extensions.js';
import type { Domain } from '../core/vocabulary.js';

export type JsonSchema = Record<string, unknown>;

/** A talk with a model. */
export interface Talk {
  /** What the model is to do: words of the blueprint, and of whoever started the run. */
  prompt: string;
  /** What it is to work on: written by others, and told to the model as such. */
  data?: readonly unknown[];
  /** What the model must come to in the end. */
  finish: { description: string; schema: JsonSchema };
  /** Names of the operations that it may do, among those of the blueprint's `tools`; none where absent. */
  operations?: readonly string[];
  /**
   * Slugs of connected apps. Of their tools it may call those that a member accepted as read-only, if `apps:read` is among the
   * blueprint's `tools`.
   */
  apps?: readonly string[];
}

/** What a blueprint works with while it runs. */
export interface RunContext<Input = unknown> {
  readonly runId: string;
  readonly input: Input;
  /** 1 for the first; an attempt that a shutdown interrupted is not counted. */
  readonly attempt: number;
  /** When the first attempt began: the time to reckon with, since it is the same in every attempt. */
  readonly startedAt: Date;
  /** Fires when the run is cancelled, its deadline passes, the worker shuts down or the claim is lost. */
  readonly signal: AbortSignal;
  /**
   * Does an operation of the workspace, such as `create_task`, with arguments as its route takes them, and resolves to the JSON
   * that the route answers. What it changes is stored with the step of this name in one transaction, once: an attempt after a
   * crash gets the recorded answer, as long as it asks for the same. Operations asked for at once are done one after the other.
   * Rejects with `OperationRefused` where a rule or a right forbids it.
   */
  readonly act: <T = unknown>(name: string, operation: string, args: Readonly<Record<string, unknown>>) => Promise<T>;
  /** Remembers what was found in the workspace by code that changes nothing: an attempt after a crash gets the same answer. */
  readonly read: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  /**
   * Like `act`, for code of the blueprint's own in place of an operation; nobody can be asked about it beforehand. The work is short
   * and waits for nothing but the stores: a transaction is open meanwhile.
   */
  readonly step: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  /**
   * Calls the outside world and remembers the answer. A call that a crash left open is repeated only when it is `readOnly`;
   * otherwise the run fails with `tool_outcome_unknown`.
   */
  readonly call: <T>(name: string, readOnly: boolean, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
  /**
   * Talks with the run's model until it calls `finish`, and resolves to the arguments of that call, which fit the schema. Questions and
   * answers are recorded: an attempt after a crash asks nothing twice. Once a run; only for the engine `llm`.
   */
  readonly converse: <T = unknown>(talk: Talk) => Promise<T>;
}

/** A kind of agent: what it takes, what it gives, what it may do and the code that does it. */
export abstract class Blueprint extends Extension {
  /** `{kind}` and `{blueprint}` in paths: lower case words with hyphens. */
  abstract readonly slug: string;
  abstract readonly title: string;
  abstract readonly inputSchema: JsonSchema;
  abstract readonly outputSchema: JsonSchema;

  readonly version: string = '1.0.0';
  readonly engine: 'code' | 'llm' = 'code';
  /** The operations it may use: their names, `domain:read|write` for all of a domain, or `*` for all that runs may use. */
  readonly tools: readonly string[] = [];
  readonly effects: 'read' | 'write' = 'read';
  /** Rights without which a run fails with `permission_denied`; code that reads the stores itself names each domain that it reads. */
  readonly access: readonly `${Domain}:${'read' | 'write'}`[] = [];
  readonly maxAttempts: number = 3;
  readonly defaultDeadlineSeconds: number = 900;
  readonly defaultBudgetUsdCents: number | null = null;
  readonly model: string | null = null;
  readonly instructions: string | null = null;
  readonly maxSteps: number | null = null;
  /** The most tokens that an answer of its model may have. */
  readonly maxOutputTokens: number = 8192;

  get asksModel(): boolean {
    return this.engine === 'llm';
  }

  /** Faults of an input that its schema cannot tell, with pointers below `at`. Awaited inside a transaction: it may only query. */
  inputFaults(_input: unknown, _at: string): Finding[] | Promise<Finding[]> {
    return [];
  }

  /**
   * The scopes that its runs make use of, from `access` and `tools`, as `InstalledBlueprints` fills them in: the rights of a run are cut to them,
   * and whoever may read as much may see what it worked with.
   */
  scopes: readonly string[] = ['*'];

  /** Does the work; resolves to the output, rejects with a `RunFailure`. */
  abstract run(context: RunContext): Promise<unknown>;
}
