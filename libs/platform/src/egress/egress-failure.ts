/** Why an outside call has no response (specification, section 9). */
export type FailureName =
  | 'dns_failure'
  | 'connection_refused'
  | 'tls_error'
  | 'timeout'
  | 'blocked_address'
  | 'redirect_not_followed'
  | 'aborted'
  | 'invalid_response';

/** A failure detected here rather than by undici, which passes errors through unchanged. */
export class EgressFailure extends Error {
  constructor(
    readonly failure: FailureName,
    options?: ErrorOptions,
  ) {
    super(failure, options);
  }
}

type Cause = Partial<NodeJS.ErrnoException> & { cause?: unknown; errors?: unknown };

/** The first match names the failure. A proxy that opens no tunnel gives no reason, so it counts as refused. */
const signs: [FailureName, (cause: Cause, code: string, message: string) => boolean][] = [
  ['timeout', ({ name }, code) => name === 'TimeoutError' || /TIMEOUT|^ETIMEDOUT$/.test(code)],
  ['dns_failure', ({ syscall }) => syscall === 'getaddrinfo'],
  [
    'tls_error',
    (_, code) => /TLS|SSL|CERT|CRL|^UNABLE_TO_|^EPROTO$|^INVALID_(CA|PURPOSE)$|^PATH_LENGTH|^HOSTNAME_/.test(code),
  ],
  ['tls_error', (_, __, message) => message.includes('before secure TLS')],
  ['connection_refused', ({ syscall }, _, message) => syscall === 'connect' || message.startsWith('Proxy response')],
  ['aborted', ({ name }, code) => name === 'AbortError' || /^UND_ERR_(DESTROYED|CLOSED)$/.test(code)],
];

/** Names an error of `send` or `fetch`; `invalid_response` if no sign matches. */
export function failureOf(error: unknown): FailureName {
  for (const cause of causesOf(error)) {
    const name = nameOf(cause);
    if (name) return name;
  }
  return 'invalid_response';
}

export function* causesOf(error: unknown, depth = 5): Generator<Cause> {
  if (typeof error !== 'object' || error === null || depth === 0) return;
  const cause: Cause = error;
  yield cause;
  yield* causesOf(cause.cause, depth - 1);
  for (const inner of Array.isArray(cause.errors) ? cause.errors : []) yield* causesOf(inner, depth - 1);
}

function nameOf(cause: Cause): FailureName | undefined {
  if (cause instanceof EgressFailure) return cause.failure;
  const code = String(cause.code ?? '');
  const message = String(cause.message ?? '');
  return signs.find(([, fits]) => fits(cause, code, message))?.[0];
}
