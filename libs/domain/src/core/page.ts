export type Json = string | Buffer;

/** JSON that the store rendered from a view of an `E` and that the response passes through unchanged. */
export class Rendered<E = unknown> {
  declare readonly of?: E;

  constructor(private readonly value: Json) {}

  get json(): string {
    return this.value.toString();
  }

  get bytes(): Buffer {
    return typeof this.value === 'string' ? Buffer.from(this.value) : this.value;
  }
}

/** Newest first by default. */
export class Page<E = unknown> {
  declare readonly of?: E;

  constructor(
    readonly items: readonly Rendered[],
    readonly nextCursor: string | null,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

/** A bare array of at most 1,000 rows; `truncated` when there were more. */
export class List<E = unknown> {
  declare readonly of?: E;

  constructor(
    readonly items: readonly Rendered[],
    readonly truncated: boolean,
    readonly nextCursor: string | null = null,
  ) {}
}

export const pageSize = (limit = 50): number => Math.min(limit, pageMost);
export const pageMost = 100;
export const exportedAtOnce = 250;

export interface PageRequest {
  limit?: number;
  cursor?: string;
  /** Name of an order of the list; a leading `-` reverses it. */
  sort?: string;
  /** True for the long pages of an export, of `exportedAtOnce`; no request can set it. */
  isExport?: boolean;
  /** Includes restorable deleted records and records that a list omits by default; in order of their ids. */
  all?: boolean;
}
