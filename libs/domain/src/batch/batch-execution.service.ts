import { type ApiCall, ApiCalls, type ApiResult } from '../core/api-calls.js';
import { DomainError } from '../core/errors.js';
import { currentScope } from '../core/scope.js';
import { Transaction } from '../core/transaction.js';
import { uses } from '../core/use-case.js';
import { resolved, tooLong } from './references.js';

const maxResultBytes = 8 * 1024 * 1024;

type Failed = (error: unknown, index: number) => Promise<ApiResult>;

/** The failure that undoes an atomic batch. */
class Undone extends Error {
  constructor(
    readonly failure: unknown,
    readonly index: number,
  ) {
    super();
  }
}

export class BatchExecution extends uses({ calls: ApiCalls, transaction: Transaction }) {
  /** Each request by itself: others run whether it succeeds or not. */
  each(requests: readonly ApiCall[]): Promise<ApiResult[]> {
    return this.inOrder(requests, (error, index) => this.calls.problem(requests[index]!, error));
  }

  /** In one transaction, which the first failure undoes. */
  async allOrNone(requests: readonly ApiCall[]): Promise<ApiResult[]> {
    const undo: Failed = async (failure, index) => {
      throw new Undone(failure, index);
    };
    try {
      return await this.transaction.run(() => this.transaction.attempt(() => this.inOrder(requests, undo)));
    } catch (error) {
      if (!(error instanceof Undone)) throw error;
      const { failure, index: failed } = error;
      const detail = `Nothing was executed, because the request at /requests/${failed} failed.`;
      const notExecuted = new DomainError('undone', 'not_executed', detail);
      const causeOf = (index: number) => (index === failed ? failure : notExecuted);
      return Promise.all(requests.map((call, index) => this.calls.problem(call, causeOf(index))));
    }
  }

  private async inOrder(requests: readonly ApiCall[], failed: Failed): Promise<ApiResult[]> {
    const results: ApiResult[] = [];
    let bytes = 0;
    for (const [index, call] of requests.entries()) {
      const result = await this.perform(call, results, bytes).catch((error: unknown) => {
        if (this.calls.isFatal(error)) throw error;
        return failed(error, index);
      });
      bytes += result.body.length;
      results.push(result);
    }
    return results;
  }

  private async perform(call: ApiCall, results: readonly ApiResult[], bytes: number): Promise<ApiResult> {
    currentScope().mustGoOn?.();
    this.transaction.extendDeadline();
    if (bytes > maxResultBytes) throw tooLong('The results exceed 8 MiB; send this request in another batch.');
    const body = resolved(call.body, results);
    return this.transaction.attempt(() => this.calls.perform({ ...call, body }));
  }
}
