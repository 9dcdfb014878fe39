export const pageFailures = ['dns_failure', 'connection_refused', 'tls_error', 'timeout', 'invalid_response'] as const;

export type PageAnswer =
  | { status: number; body: string }
  /** `blocked_address`: the operator's guard does not let it be called. */
  | { failure: (typeof pageFailures)[number] | 'blocked_address' };

/** Pages of the web, as anybody may read them. */
export abstract class WebPages {
  /** Gets a page, following no redirect; a value for whatever the server does. Rejects only when the signal fires. */
  abstract get(url: string, seconds: number, signal: AbortSignal): Promise<PageAnswer>;
}
