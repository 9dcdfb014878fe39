import { isDeepStrictEqual } from 'node:util';
import { clock } from '../../core/clock.js';
import { Entity } from '../../core/entity.js';
import type { Refusal } from '../runs/operation-refused.js';
import { masked, maskedJson, withoutOpened } from './masking.js';
import type { CallBill } from '../models/call-money.js';
import type { Exchange, ModelReply, RecordedReply } from '../models/conversations.port.js';
import { outcomeUnknown, RunFailure } from '../runs/run-failure.js';
import type { AgentRun } from '../runs/agent-run.js';

export const stepKinds = ['model', 'operation', 'app_call', 'code'] as const;
/** `open`: an external call with unknown outcome; `failed`: refused by a rule of the workspace. */
export const stepStatuses = ['open', 'done', 'failed'] as const;

/** Its name identifies the step in every attempt. */
export interface StepPlan {
  name: string;
  kind: (typeof stepKinds)[number];
  operation?: string | null;
  arguments?: unknown;
}

export interface Usage {
  input_tokens: number | null;
  output_tokens: number | null;
}

const maxBytes = 1024 * 1024;
const shownBytes = 16 * 1024;

/** One step of a run with its result; a recorded step is not repeated. */
export class RunStep extends Entity {
  static readonly resourceType = 'agent_run.step';
  runId: string;
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
  attempt: number;
  startedAt: Date;
  finishedAt: Date | null = null;
  bytes = 0;
  /** Replaces arguments and result for callers when these are long or contain secrets. */
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

  /** Masks the opened secrets in the result, which a later attempt could no longer recognize. */
  finish(attempt: number, result: unknown): void {
    this.result = maskedJson(result, withoutOpened);
    this.end(attempt, 'done');
  }

  /** Reserves the maximum cost of a model call before it is sent. */
  expect(microUsd: number): void {
    this.costUsdMicros += microUsd;
  }

  /** Replaces the reserved cost with the actual one. Reservations of earlier attempts with unknown outcome remain. */
  recordReply(attempt: number, { reply, report }: Exchange, paid: { expected: number; bill: CallBill }): void {
    const { costMicroUsd, inputTokens: input_tokens, outputTokens: output_tokens } = paid.bill;
    this.costUsdMicros += costMicroUsd - paid.expected;
    this.usage = { input_tokens, output_tokens };
    this.finish(attempt, { answer: reply, bytes_sent: report.bytesSent });
  }

  /** The call was not sent or returned an error, so it costs nothing. */
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

  get isRefused(): boolean {
    return this.status === 'failed';
  }

  get reply(): RecordedReply {
    const { answer: reply, bytes_sent: bytesSent } = this.result as { answer: ModelReply; bytes_sent: number };
    const { input_tokens: input = null, output_tokens: output = null } = this.usage ?? {};
    return { reply, before: input === null || output === null ? null : { bytesSent, tokens: input + output } };
  }

  get shownArguments(): unknown {
    return (this.shown ?? this).arguments;
  }

  get shownResult(): unknown {
    return (this.shown ?? this).result;
  }

  /** Refuses to repeat a call interrupted by a crash unless it is read-only, since it may have taken effect. */
  mustBeRepeatable(isReadOnly: boolean): void {
    if (this.status === 'open' && !isReadOnly) throw outcomeUnknown(this.name);
  }

  /** Refuses a different plan under the same name: a blueprint must repeat its steps in every attempt. */
  mustRepeat({ kind, operation = null, arguments: requested }: StepPlan): void {
    const isSame =
      this.kind === kind && this.operation === operation && isDeepStrictEqual(this.arguments, stored(requested));
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
    const argumentsJson = JSON.stringify(this.arguments);
    const resultJson = JSON.stringify(this.result);
    this.bytes = Buffer.byteLength(argumentsJson) + Buffer.byteLength(resultJson);
    if (this.bytes > maxBytes)
      throw new RunFailure('tool_error', `"${this.name}" takes ${this.bytes} bytes; a step may take ${maxBytes}.`);
    const shownArgumentsJson = shownOf(argumentsJson);
    const shownResultJson = shownOf(resultJson);
    this.truncated = [argumentsJson, resultJson].some((json) => Buffer.byteLength(json) > shownBytes);
    const isComplete = shownArgumentsJson === argumentsJson && shownResultJson === resultJson;
    this.shown = isComplete ? null : { arguments: JSON.parse(shownArgumentsJson), result: JSON.parse(shownResultJson) };
  }
}

const stored = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/** JSON without secrets; long JSON becomes a JSON string of its beginning. */
function shownOf(json: string): string {
  const clean = masked(json);
  if (Buffer.byteLength(clean) <= shownBytes) return clean;
  const beginning = Buffer.from(clean).subarray(0, shownBytes);
  return JSON.stringify(new TextDecoder().decode(beginning, { stream: true }));
}
