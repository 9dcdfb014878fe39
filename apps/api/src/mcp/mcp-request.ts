import type { Response } from 'express';
import type { Scope } from '@tandem/domain/core/scope';
import type { TooManyRequests } from '../http/limits/limits.js';
import type { ToolChoice } from './tool-choice.js';

/** One message of a caller who is known. */
export interface McpRequest {
  scope: Scope;
  choice: ToolChoice;
  /** The header Idempotency-Key. */
  idempotencyKey: string | undefined;
  response: Response;
  /** Set where the message exceeds a rate limit: the result of a tool call then tells the model so. */
  refusal: TooManyRequests | undefined;
}

/** What a message says of its sender and of the trace it belongs to. */
export interface Sender {
  client: string | null;
  traceparent: string | null;
}
