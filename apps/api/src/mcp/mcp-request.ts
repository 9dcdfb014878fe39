import type { Response } from 'express';
import type { Scope } from '@tandem/domain/core/scope';
import type { TooManyRequests } from '../http/limits/limits.js';
import type { ToolChoice } from './tool-choice.js';

/** One message of a caller who is known. */
export interface McpRequest {
  scope: Scope;
  choice: ToolChoice;
  /** The arguments of a tool call as they were sent: the SDK's copy lacks `__proto__`. */
  args: unknown;
  /** The header Idempotency-Key, unchecked. */
  idempotencyKey: unknown;
  response: Response;
  /** Set where the message exceeds a rate limit: the result of a tool call then tells the model so. */
  refusal: TooManyRequests | undefined;
  /** The program that sent it, where it says so. */
  client: string | null;
}
