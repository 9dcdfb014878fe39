import type { JsonSchema } from '../blueprint.js';
import type { CallBefore, CallReport } from './call-money.js';

/** A part of what a model answered. */
export type AnswerPart =
  | { type: 'text'; text: string }
  /** `arguments` is what the model wrote, and should be JSON; nobody has checked it. */
  | { type: 'call'; tool: string; arguments: string };

export interface ModelAnswer {
  parts: AnswerPart[];
  /** Why the answer ended: `stop`, `length`, `content-filter`, `tool-calls`, … */
  end: string;
}

/** An answer, and the report from which its cost is reckoned. */
export interface Exchange {
  answer: ModelAnswer;
  report: CallReport;
}

/** An answer as the journal keeps it, and what the bound of the next question needs: null where its provider's report was not believed. */
export interface Reply {
  answer: ModelAnswer;
  before: CallBefore | null;
}

/**
 * Sends a question. `reserve` is called with the bytes of the request before it leaves, and answers how many tokens the answer may have;
 * where it rejects, nothing is sent.
 */
export type Send = (reserve: (bytes: number) => Promise<number>) => Promise<Exchange>;

/** Where a model is asked, and with which key. */
export interface ModelAccess {
  /** Such as `openai`. */
  provider: string;
  /** The provider's own name for it. */
  model: string;
  address: string;
  key: string;
  /** The provider's name for the field that limits the tokens of an answer. */
  limit: 'max_completion_tokens' | 'max_tokens';
}

export interface ModelTool {
  name: string;
  description: string;
  schema: JsonSchema;
  /** True for a tool that is not offered, but known: a recorded answer may have called it. */
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
  outputLimit: number;
  signal: AbortSignal;
  /** Asks the question of this number, or resolves to its recorded answer; `added` is what the question adds to the conversation. */
  ask: (number: number, added: unknown, send: Send) => Promise<ModelAnswer>;
  /** Does a call of the model; `name` is the place of the call in the conversation. What it resolves to is told to the model. */
  call: (name: string, tool: string, args: unknown) => Promise<unknown>;
}

export abstract class Conversations {
  /** Resolves to the arguments of `finish`. Rejects with a `RunFailure`; whatever `ask` and `call` reject with ends it too. */
  abstract converse(conversation: Conversation): Promise<unknown>;
}
