/** JSON as text or in UTF-8. */
export type Json = string | Buffer;

/** JSON made from a view of an `E` by the store; it passes through to the answer untouched. */
export class Rendered<E = unknown> {
  declare readonly of?: E;

  constructor(private readonly made: Json) {}

  get json(): string {
    return this.made.toString();
  }

  get bytes(): Buffer {
    return typeof this.made === 'string' ? Buffer.from(this.made) : this.made;
  }
}

/** One page of records, newest first unless said otherwise. */
export class Page<E = unknown> {
  declare readonly of?: E;

  constructor(
    readonly items: readonly Rendered[],
    readonly nextCursor: string | null,
  ) {}
}

/** A bare array: at most 1,000 rows, `truncated` when there were more; the cursor goes on there, where the list takes one. */
export class List<E = unknown> {
  declare readonly of?: E;

  constructor(
    readonly items: readonly Rendered[],
    readonly truncated: boolean,
    readonly nextCursor: string | null = null,
  ) {}
}

/** Records on a page where the request asks for so many, or for none in particular. */
export const pageSize = (limit = 50): number => Math.min(limit, pageMost);
export const pageMost = 100;

export interface PageRequest {
  limit?: number;
  cursor?: string;
}
