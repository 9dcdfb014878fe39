import type { JsonSchema } from '../blueprint.js';
import type { CallReport } from './call-money.js';

/** A part of what a model answered. */
export type AnswerPart =
  | { type: 'text'; text: string }
  /** `arguments` is JSON as the model wrote it, which may be none. */
  | { type: 'call'; tool: string; arguments: string };

export interface ModelAnswer {
  parts: AnswerPart[];
  /** Why the answer ended: `stop`, `length`, `content-filter`, `tool-calls`, … */
  end: string;
}

/** An answer together with what it may cost. */
export interface Exchange {
  answer: ModelAnswer;
  report: CallReport;
}

/**
 * Sends a question. `reserve` is called with the bytes of the request before it leaves, and answers how many tokens the answer may have;
 * where it rejects, nothing is sent.
 */
export type Send = (reserve: (bytes: number) => Promise<number>) => Promise<Exchange>;

/** Where a model is asked, and as whom. */
export interface ModelAccess {
  /** Such as `openai`. */
  provider: string;
  /** As its provider calls it. */
  model: string;
  address: string;
  key: string;
  /** The name under which the provider takes the limit of tokens. */
  limit: 'max_completion_tokens' | 'max_tokens';
}

export interface ModelTool {
  name: string;
  description: string;
  schema: JsonSchema;
  /** True: not offered; a recorded answer may have called it. */
  isHidden?: boolean;
}

/** A conversation with a model until it calls `finish`. */
export interface Conversation {
  access: ModelAccess;
  instructions: string;
  prompt: string;
  tools: readonly ModelTool[];
  finish: ModelTool;
  /** How often the model may be asked. */
  maxSteps: number;
  mostOutput: number;
  signal: AbortSignal;
  /** Asks a question, or answers what was recorded; `added` is what it adds to the conversation. */
  ask: (number: number, added: unknown, send: Send) => Promise<ModelAnswer>;
  /** Does what the model called a tool for; `name` is the place of the call. What it answers is told to the model. */
  call: (name: string, tool: string, args: unknown) => Promise<unknown>;
}

export abstract class Conversations {
  /** Resolves to the arguments of `finish`. Rejects with a `RunFailure`; whatever `ask` and `call` reject with ends it too. */
  abstract converse(conversation: Conversation): Promise<unknown>;
}
