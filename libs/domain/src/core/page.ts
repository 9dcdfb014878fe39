/** JSON text made from a view by the store; it passes through to the answer untouched. */
export class Rendered {
  constructor(readonly json: string) {}
}

/** One page of records, newest first unless said otherwise. */
export class Page {
  constructor(
    readonly items: readonly Rendered[],
    readonly nextCursor: string | null,
  ) {}
}

/** A bare array: at most 1,000 rows, `truncated` when there were more; the cursor goes on there, where the list takes one. */
export class List {
  constructor(
    readonly items: readonly Rendered[],
    readonly truncated: boolean,
    readonly nextCursor: string | null = null,
  ) {}
}

export interface PageRequest {
  limit?: number;
  cursor?: string;
}
