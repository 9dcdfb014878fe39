import { DomainError, type Finding, type Kind } from '@tandem/domain/core/errors';
import { mostFindings } from '@tandem/platform/inputs/inputs-parse';
import { HttpProblem } from './http-problem.js';
import { titleOf } from './problem-codes.js';

/** The only place where a kind of failure becomes a status. */
const statuses: Record<Kind, number> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  invalid: 422,
  rate_limited: 429,
  unavailable: 503,
};

export interface Problem {
  status: number;
  headers: Record<string, string>;
  /** RFC 9457 document. */
  body: Record<string, unknown>;
  /** False for what nobody expected: to be logged with its stack. */
  expected: boolean;
}

export interface ProblemContext {
  publicUrl: string;
  instance: string;
  requestId: string;
}

/** Turns anything thrown into a problem document; what is not expected becomes a 500 without internals. */
export function renderProblem(error: unknown, context: ProblemContext): Problem {
  if (error instanceof DomainError) return fromDomain(error, context);
  if (error instanceof HttpProblem)
    return document({ ...error, message: error.message, members: {} }, error.headers, context);
  const internal = {
    status: 500,
    code: 'internal',
    message: 'Something went wrong on our side.',
    findings: [],
    members: {},
  };
  return { ...document(internal, {}, context), expected: false };
}

function fromDomain(error: DomainError, context: ProblemContext): Problem {
  const { findings = [], members = {}, retryAfterSeconds } = error.extra;
  const headers = {
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
    ...(error.kind === 'unauthenticated' ? { 'www-authenticate': 'Bearer' } : {}),
  };
  return document(
    { status: statuses[error.kind], code: error.code, message: error.message, findings, members },
    headers,
    context,
  );
}

interface Facts {
  status: number;
  code: string;
  message: string;
  findings: Finding[];
  members: Record<string, unknown>;
}

function document(
  { status, code, message, findings, members }: Facts,
  headers: Record<string, string>,
  at: ProblemContext,
): Problem {
  const body = {
    type: `${at.publicUrl}/problems/${code}`,
    title: titleOf(code),
    status,
    detail: message,
    instance: at.instance,
    code,
    request_id: at.requestId,
    ...members,
    ...(findings.length ? { errors: findings.slice(0, mostFindings) } : {}),
  };
  return { status, headers, body, expected: true };
}
