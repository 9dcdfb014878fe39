import { type ApiCall, ApiCalls } from '../core/api-calls.js';
import { mustHold } from '../core/errors.js';
import { Rendered } from '../core/page.js';
import { uses } from '../core/use-case.js';
import { BatchExecution } from './batch-execution.service.js';

export interface BatchResults {
  results: readonly object[];
}

export class RunBatch extends uses({ calls: ApiCalls, execution: BatchExecution }) {
  async run({ requests, atomic = false }: { requests: ApiCall[]; atomic?: boolean }): Promise<Rendered<BatchResults>> {
    mustHold(requests.length > 0, 'requests', 'too_few', 'requests must hold at least one request.');
    await this.calls.admit(requests);
    const results = await (atomic ? this.execution.allOrNone(requests) : this.execution.each(requests));
    const parts = results.map(({ status, body }) => `{"status":${status},"body":${body}}`);
    return new Rendered(`{"results":[${parts.join()}]}`);
  }
}
