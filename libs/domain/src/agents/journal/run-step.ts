import { isDeepStrictEqual } from 'node:util';
import { clock } from '../../core/clock.js';
import { Entity } from '../../core/entity.js';
import type { Refusal } from '../runs/operation-refused.js';
import { masked, maskedJson, withoutOpened } from './masking.js';
import type { CallBill } from '../models/call-money.js';
import type { Exchange, ModelAnswer, Reply } from '../models/conversations.port.js';
import { outcomeUnknown, RunFailure } from '../runs/run-failure.js';
import type { AgentRun } from '../runs/agent-run.js';

export const stepKinds = ['model', 'operation', 'app_call', 'code'] as const;
/** `open`: a call to the outside world whose answer is not known; `failed`: a rule of the workspace refused it. */
export const stepStatuses = ['open', 'done', 'failed'] as const;

/** What a run is about to do. The name is its place in the run, the same in every attempt. */
export interface StepPlan {
  name: string;
  kind: (typeof stepKinds)[number];
  /** The operation or tool, and its arguments. */
  operation?: string | null;
  arguments?: unknown;
}

/** Tokens that a model counted, as callers see it. */
export interface Usage {
  input_tokens: number | null;
  output_tokens: number | null;
}

const maxBytes = 1024 * 1024;
const shownBytes = 16 * 1024;

/** One thing a run did, with its result; a recorded step is not done again. */
export class RunStep extends Entity {
  static readonly noun = 'agent_run.step';
  runId: string;
  /** 1 for the first of the run. */
  number: number;
  name: string;
  kind: (typeof stepKinds)[number];
  operation: string | null;
  arguments: unknown;
  status: (typeof stepStatuses)[number] = 'open';
  result: unknown = null;
  error: Refusal | null = null;
  usage: Usage | null = null;
  costUsdMicros = 0;
  /** The attempt of the run that did it. */
  attempt: number;
  startedAt: Date;
  finishedAt: Date | null = null;
  /** What its arguments and result take as JSON. */
  bytes = 0;
  /** What callers see instead of arguments and result, where these are long or contain secrets. */
  shown: { arguments: unknown; result: unknown } | null = null;
  truncated = false;

  constructor(run: AgentRun, number: number, plan: StepPlan) {
    super();
    this.runId = run.id;
    this.attempt = run.attempt;
    this.number = number;
    this.name = plan.name;
    this.kind = plan.kind;
    this.operation = plan.operation ?? null;
    this.arguments = stored(plan.arguments);
    this.startedAt = this.createdAt;
    this.measure();
  }

  /** Records the result that this attempt got, without the secrets opened for it: a later attempt would not know what to mask. */
  finish(attempt: number, result: unknown): void {
    this.result = maskedJson(result, withoutOpened);
    this.end(attempt, 'done');
  }

  /** Before a model is asked: until it has answered, the step costs the most that the question may cost. */
  expect(microUsd: number): void {
    this.costUsdMicros += microUsd;
  }

  /**
   * The model has answered: the real cost replaces the expected one. What earlier tries were expected to cost stays, where nobody
   * knows how they ended.
   */
  answer(attempt: number, { answer, report }: Exchange, paid: { expected: number; bill: CallBill }): void {
    const { costMicroUsd, inputTokens: input_tokens, outputTokens: output_tokens } = paid.bill;
    this.costUsdMicros += costMicroUsd - paid.expected;
    this.usage = { input_tokens, output_tokens };
    this.finish(attempt, { answer, bytes_sent: report.bytesSent });
  }

  /** The question was never sent, or was answered with an error: it costs nothing. */
  release(microUsd: number): void {
    this.costUsdMicros -= microUsd;
  }

  refuse(attempt: number, refusal: Refusal): void {
    this.error = refusal;
    this.end(attempt, 'failed');
  }

  get isDone(): boolean {
    return this.status === 'done';
  }

  /** A rule of the workspace refused it: `error` says why. */
  get isRefused(): boolean {
    return this.status === 'failed';
  }

  /** Of a question to a model that has been answered. */
  get reply(): Reply {
    const { answer, bytes_sent: bytesSent } = this.result as { answer: ModelAnswer; bytes_sent: number };
    const { input_tokens: input = null, output_tokens: output = null } = this.usage ?? {};
    return { answer, before: input === null || output === null ? null : { bytesSent, tokens: input + output } };
  }

  get shownArguments(): unknown {
    return (this.shown ?? this).arguments;
  }

  get shownResult(): unknown {
    return (this.shown ?? this).result;
  }

  /** Refuses to repeat a call that a crash left open, unless it only reads: nobody knows whether it took place. */
  mustBeRepeatable(isReadOnly: boolean): void {
    if (this.status === 'open' && !isReadOnly) throw outcomeUnknown(this.name);
  }

  /** Refuses a plan that has the step's name but does something else: a blueprint must do the same in every attempt. */
  mustRepeat({ kind, operation = null, arguments: wanted }: StepPlan): void {
    const isSame =
      this.kind === kind && this.operation === operation && isDeepStrictEqual(this.arguments, stored(wanted));
    if (!isSame)
      throw new RunFailure('internal', `The run did not repeat itself: "${this.name}" was something else before.`);
  }

  private end(attempt: number, status: 'done' | 'failed'): void {
    this.attempt = attempt;
    this.status = status;
    this.finishedAt = clock.now();
    this.measure();
  }

  private measure(): void {
    const given = JSON.stringify(this.arguments);
    const got = JSON.stringify(this.result);
    this.bytes = Buffer.byteLength(given) + Buffer.byteLength(got);
    if (this.bytes > maxBytes)
      throw new RunFailure('tool_error', `"${this.name}" takes ${this.bytes} bytes; a step may take ${maxBytes}.`);
    const shownGiven = shownOf(given);
    const shownGot = shownOf(got);
    this.truncated = [given, got].some((json) => Buffer.byteLength(json) > shownBytes);
    const isWhole = shownGiven === given && shownGot === got;
    this.shown = isWhole ? null : { arguments: JSON.parse(shownGiven), result: JSON.parse(shownGot) };
  }
}

/** The value as it comes back from the store. */
const stored = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/** The JSON without secrets; where it is too long, a JSON string with its beginning. */
function shownOf(json: string): string {
  const clean = masked(json);
  if (Buffer.byteLength(clean) <= shownBytes) return clean;
  const beginning = Buffer.from(clean).subarray(0, shownBytes);
  return JSON.stringify(new TextDecoder().decode(beginning, { stream: true }));
}
