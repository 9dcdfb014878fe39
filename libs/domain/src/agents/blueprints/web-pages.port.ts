export const pageFailures = ['dns_failure', 'connection_refused', 'tls_error', 'timeout', 'invalid_response'] as const;

export type PageAnswer =
  /** `bodyFailure`: why the body ended early, or null. */
  | { status: number; body: string; bodyFailure: (typeof pageFailures)[number] | null }
  /** `blocked_address`: the operator's guard does not let it be called. */
  | { failure: (typeof pageFailures)[number] | 'blocked_address' };

/** Pages of the web, as anybody may read them. */
export abstract class WebPages {
  /** Gets a page, following no redirect; a value for whatever the server does. Rejects only when the signal fires. */
  abstract get(url: string, seconds: number, signal: AbortSignal): Promise<PageAnswer>;
}
