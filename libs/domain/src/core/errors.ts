/** What went wrong, in the product's own terms; the API turns a kind into a status in one table. */
export type Kind =
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'gone'
  | 'invalid'
  | 'rate_limited'
  | 'unavailable';

/** One fault of a request: where it is (RFC 6901 pointer into the body, or a parameter, or a header) and what it is. */
export interface Finding {
  pointer?: string;
  parameter?: string;
  header?: string;
  code: string;
  detail: string;
}

/** An expected failure: it carries its kind and a stable code, so that none can become a 500. */
export class DomainError extends Error {
  constructor(
    readonly kind: Kind,
    readonly code: string,
    message: string,
    readonly extra: { findings?: Finding[]; members?: Record<string, unknown>; retryAfterSeconds?: number } = {},
  ) {
    super(message);
  }
}

export const conflict = (code: string, message: string, members?: Record<string, unknown>) =>
  new DomainError('conflict', code, message, { members });

export const notFound = (message = 'There is no such record.') => new DomainError('not_found', 'not_found', message);

export const unauthenticated = () =>
  new DomainError('unauthenticated', 'unauthenticated', 'Send a valid token: Authorization: Bearer <ACCESS_TOKEN>.');

export const forbidden = (scope: string) =>
  new DomainError('forbidden', 'insufficient_scope', `This needs the scope ${scope}.`, { members: { scope } });

export const unavailable = (message = 'The database is not available now.') =>
  new DomainError('unavailable', 'unavailable', message, { retryAfterSeconds: 1 });

export function invalid(findings: Finding[]): DomainError {
  const detail = findings.length === 1 ? findings[0]!.detail : `${findings.length} values are not acceptable.`;
  return new DomainError('invalid', 'invalid_body', detail, { findings });
}

/** A body field that refers to no record the caller can see. */
export const missing = (field: string) =>
  invalid([{ pointer: `/${field}`, code: 'not_found', detail: 'There is no such record.' }]);

/** Collects the faults of one body so that the caller sees all of them at once. */
export class Faults {
  private readonly findings: Finding[] = [];

  /** Notes a fault of a body field when `holds` is false. */
  expect(holds: boolean, field: string, code: string, detail: string): this {
    if (!holds) this.findings.push({ pointer: `/${field}`, code, detail });
    return this;
  }

  missing(field: string): this {
    return this.expect(false, field, 'not_found', 'There is no such record.');
  }

  throwIfAny(): void {
    if (this.findings.length) throw invalid(this.findings);
  }
}
