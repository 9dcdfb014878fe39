import type { JsonSchema } from '../blueprint.js';
import type { CallBefore, CallReport } from './call-money.js';

export type ReplyPart =
  | { type: 'text'; text: string }
  /** `arguments` is unchecked output of the model and should be JSON. */
  | { type: 'call'; tool: string; arguments: string };

export interface ModelReply {
  parts: ReplyPart[];
  /** Finish reason: `stop`, `length`, `content-filter`, `tool-calls`, … */
  end: string;
}

export interface Exchange {
  reply: ModelReply;
  report: CallReport;
}

/** `before` is the basis for the limit of the next call, null when the provider's report was implausible. */
export interface RecordedReply {
  reply: ModelReply;
  before: CallBefore | null;
}

/** `reserve` receives the size in bytes and returns the token limit of the response; if it rejects, nothing is sent. */
export type Send = (reserve: (bytes: number) => Promise<number>) => Promise<Exchange>;

export interface ModelAccess {
  provider: string;
  model: string;
  address: string;
  key: string;
  limit: 'max_completion_tokens' | 'max_tokens';
}

export interface ModelTool {
  name: string;
  description: string;
  schema: JsonSchema;
  /** Not offered to the model, but declared because a recorded response may call it. */
  isHidden?: boolean;
}

export interface Conversation {
  access: ModelAccess;
  instructions: string;
  prompt: string;
  tools: readonly ModelTool[];
  finish: ModelTool;
  maxSteps: number;
  outputLimit: number;
  signal: AbortSignal;
  /** Sends the request, or resolves to its recorded response; `added` is the new part of the conversation. */
  request: (number: number, added: unknown, send: Send) => Promise<ModelReply>;
  /** Runs a call by the model; `name` identifies it in the conversation. Resolves to the result for the model. */
  call: (name: string, tool: string, args: unknown) => Promise<unknown>;
}

export abstract class Conversations {
  /** Resolves to the arguments of `finish`. Rejects with a `RunFailure`, or with the error of `ask` or `call`. */
  abstract converse(conversation: Conversation): Promise<unknown>;
}
