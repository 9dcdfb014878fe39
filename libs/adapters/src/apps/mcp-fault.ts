import {
  InsufficientScopeError,
  METHOD_NOT_FOUND,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/client';
import type { ProbeFault } from '@tandem/domain/apps/probe-result';
import { causesOf, EgressFailure, failureOf, type FailureName } from '@tandem/platform/egress/egress-failure';

export class McpFault extends Error {
  constructor(readonly fault: ProbeFault) {
    super(fault);
  }
}

/** An unknown error means that the server does not speak MCP or, once connected, that its response is broken. */
export function faultOf(error: unknown, isConnected: boolean): ProbeFault {
  if (error instanceof McpFault) return error.fault;
  const failure = failureOf(error);
  if (failure !== 'invalid_response') return ofFailure(failure);
  return ofProtocol(error, isConnected) ?? (isConnected || isBroken(error) ? 'invalid_response' : 'not_mcp');
}

function ofFailure(failure: FailureName): ProbeFault {
  if (failure === 'redirect_not_followed') return 'not_mcp';
  return failure === 'aborted' ? 'timeout' : failure;
}

function ofProtocol(error: unknown, isConnected: boolean): ProbeFault | undefined {
  if (error instanceof SdkHttpError) return ofStatus(error.status);
  if (error instanceof InsufficientScopeError) return 'forbidden';
  if (isVersionError(error)) return 'unsupported_version';
  if (error instanceof SdkError) return error.code === SdkErrorCode.RequestTimeout ? 'timeout' : undefined;
  if (!(error instanceof ProtocolError)) return undefined;
  const isOtherProtocol = !isConnected && error.code === METHOD_NOT_FOUND;
  return isOtherProtocol ? 'not_mcp' : 'server_error';
}

function ofStatus(status: number): ProbeFault {
  if (status === 401) return 'auth_failed';
  if (status === 403) return 'forbidden';
  return status >= 500 || status === 429 ? 'server_error' : 'not_mcp';
}

/** A server may refuse the version with a code of its own, or respond with a version unknown to the client. */
const isVersionError = (error: unknown) =>
  error instanceof UnsupportedProtocolVersionError ||
  (error instanceof Error && /protocol version is not supported|unsupported protocol version/i.test(error.message));

const isBroken = (error: unknown) =>
  [...causesOf(error)].some(
    (cause) =>
      cause instanceof EgressFailure || (cause instanceof TypeError && /fetch failed|terminated/.test(cause.message)),
  );
