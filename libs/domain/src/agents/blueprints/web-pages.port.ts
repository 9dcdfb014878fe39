export const pageFailures = ['dns_failure', 'connection_refused', 'tls_error', 'timeout', 'invalid_response'] as const;

export type PageResponse =
  | { status: number; body: string; bodyFailure: (typeof pageFailures)[number] | null }
  | { failure: (typeof pageFailures)[number] | 'blocked_address' };

/** Public web pages, fetched without credentials. */
export abstract class WebPages {
  /** Does not follow redirects. Failures of the server are values; rejects only when the signal fires. */
  abstract get(url: string, seconds: number, signal: AbortSignal): Promise<PageResponse>;
}
