export type PageAnswer =
  | { status: number; body: string }
  | {
      /** `blocked_address`: the operator's guard does not let it be called. */
      failure: 'dns_failure' | 'connection_refused' | 'tls_error' | 'timeout' | 'blocked_address' | 'invalid_response';
    };

/** Pages of the web, as anybody may read them. */
export abstract class WebPages {
  /** Gets a page, following no redirect; a value for whatever the server does. Rejects only when the signal fires. */
  abstract get(url: string, seconds: number, signal: AbortSignal): Promise<PageAnswer>;
}
