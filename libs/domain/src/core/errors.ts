export type Kind =
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'gone'
  | 'invalid'
  | 'undone'
  | 'rate_limited'
  | 'unavailable';

/** One fault of a request; `pointer` is an RFC 6901 pointer into the body. */
export interface Finding {
  pointer?: string;
  parameter?: string;
  header?: string;
  code: string;
  detail: string;
}

/** An expected failure, with a kind and a stable code, so that it cannot become a 500. */
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

export const notFound = (message = 'There is no such record, or none that you may see.') =>
  new DomainError('not_found', 'not_found', message);

export function orNotFound<T>(found: T | null | undefined): T {
  if (found === null || found === undefined) throw notFound();
  return found;
}

export const unauthenticated = (
  message = 'Send a valid API key in a header such as Authorization: Bearer wsk_live_….',
) => new DomainError('unauthenticated', 'unauthenticated', message);

export const forbidden = (scope: string) =>
  new DomainError(
    'forbidden',
    'insufficient_scope',
    `This needs the scope ${scope}, which your key, your role or your access policy does not give.`,
    { members: { scope } },
  );

export const isUnavailable = (error: unknown): boolean => error instanceof DomainError && error.kind === 'unavailable';

export const unavailable = (message = 'The database is not available now.') =>
  new DomainError('unavailable', 'unavailable', message, { retryAfterSeconds: 1 });

export function invalid(findings: Finding[]): DomainError {
  const [first, ...others] = findings;
  const rest = others.length === 1 ? 'Another fault is' : `${others.length} more faults are`;
  const detail = others.length ? `${first!.detail} ${rest} listed in errors.` : first!.detail;
  const isOfAddress = findings.every(({ parameter }) => parameter !== undefined);
  return new DomainError('invalid', isOfAddress ? 'invalid_parameter' : 'invalid_body', detail, { findings });
}

/** A body field that refers to no visible record; `known` names the alternatives of a closed list. */
export const missing = (field: string, known?: string) =>
  invalid([{ pointer: `/${field}`, code: 'not_found', detail: noRecord(field, known) }]);

/** The same text for a record that is missing, deleted, hidden or of another tenant. */
export const noRecord = (field: string, known?: string) =>
  `${nameOf(field)} names no record, or none that you may see. ${known ?? ''}`.trim();

const nameOf = (field: string) => field.split('/').findLast((part) => !/^\d+$/.test(part)) ?? field;

export const urlNotAllowed = (field: string, detail: string) =>
  new DomainError('invalid', 'url_not_allowed', detail, {
    findings: [{ pointer: `/${field}`, code: 'url_not_allowed', detail }],
  });

/** Collects the faults of one body, so that all are reported at once. */
export class Faults {
  readonly findings: Finding[] = [];

  expect(holds: boolean, field: string, code: string, detail: string): this {
    if (!holds) this.findings.push({ pointer: `/${field}`, code, detail });
    return this;
  }

  missing(field: string, known?: string): this {
    return this.expect(false, field, 'not_found', noRecord(field, known));
  }

  throwIfAny(): void {
    if (this.findings.length) throw invalid(this.findings);
  }
}

export function mustHold(holds: boolean, field: string, code: string, detail: string): void {
  new Faults().expect(holds, field, code, detail).throwIfAny();
}
