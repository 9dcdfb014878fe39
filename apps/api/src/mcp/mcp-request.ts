import type { Response } from 'express';
import type { Scope } from '@tandem/domain/core/scope';
import type { TooManyRequests } from '../http/limits/rate-limit.js';
import type { ToolChoice } from './tool-choice.js';

export interface McpRequest {
  scope: Scope;
  choice: ToolChoice;
  /** The arguments of a tool call as sent: the SDK's copy lacks `__proto__`. */
  args: unknown;
  idempotencyKey: unknown;
  response: Response;
  /** Set if the message exceeds a rate limit: the result of a tool call reports it to the model. */
  refusal: TooManyRequests | undefined;
  client: string | null;
}
