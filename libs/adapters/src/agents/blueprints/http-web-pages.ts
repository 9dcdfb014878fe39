import { type PageResponse, WebPages } from '@tandem/domain/agents/blueprints/web-pages.port';
import { uses } from '@tandem/domain/core/use-case';
import { Egress } from '@tandem/platform/egress/guarded-fetch';

const readLimitBytes = 256 * 1024;

export class HttpWebPages extends uses({ egress: Egress }, WebPages) {
  async get(url: string, seconds: number, signal: AbortSignal): Promise<PageResponse> {
    const totalTimeoutMs = seconds * 1000;
    const outcome = await this.egress.send({ url, method: 'GET', totalTimeoutMs, readLimitBytes, signal });
    signal.throwIfAborted();
    if (outcome.kind === 'response') {
      const { status, body, broken } = outcome;
      return { status, body, bodyFailure: broken && (broken === 'timeout' ? 'timeout' : 'invalid_response') };
    }
    if (outcome.error === 'redirect_not_followed') return { status: outcome.status!, body: '', bodyFailure: null };
    return { failure: outcome.error === 'aborted' ? 'connection_refused' : outcome.error };
  }
}
