export interface ApiCall {
  method: string;
  /** With prefix and query, such as `/api/v1/tasks?limit=5`. */
  path: string;
  body?: unknown;
}

export interface ApiResult {
  status: number;
  /** JSON; `null` for a response without a body. */
  body: string;
}

/** Calls of the API's own operations for the caller of the open scope; the API process binds an implementation. */
export class ApiCalls {
  /** Counts the calls against the limits; throws if they exceed them or if one may not be in a batch. */
  async admit(_calls: readonly ApiCall[]): Promise<void> {
    throw new Error('only the API process performs calls');
  }

  /** Throws what the operation throws. */
  async perform(_call: ApiCall): Promise<ApiResult> {
    throw new Error('only the API process performs calls');
  }

  /** Whether the error must end the open transaction, which may be tried again. */
  isFatal(_error: unknown): boolean {
    return true;
  }

  /** The problem document of a failed call. */
  async problem(_call: ApiCall, error: unknown): Promise<ApiResult> {
    throw error;
  }
}
