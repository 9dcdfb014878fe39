import { TandemError } from './problem.js';

export interface Page<T> {
  data: readonly T[];
  has_more: boolean;
  next_cursor: string | null;
}

export interface Extent {
  /** Ends after so many records. */
  max?: number | undefined;
  /** Begins there instead of with the first page: the `cursor` of an error, for example. */
  cursor?: string | null | undefined;
}

/** All records of a list, read page by page as they are consumed. An error carries the `cursor` to continue from. */
export function pages<T>(
  fetchPage: (cursor: string | undefined) => Promise<Page<T>>,
  extent: Extent = {},
): AsyncIterable<T> & { byPage(): AsyncIterable<readonly T[]> } {
  const byPage = () => readPages(fetchPage, extent);
  return {
    byPage,
    async *[Symbol.asyncIterator]() {
      for await (const page of byPage()) yield* page;
    },
  };
}

async function* readPages<T>(
  fetchPage: (cursor: string | undefined) => Promise<Page<T>>,
  { max = Infinity, cursor = null }: Extent,
): AsyncGenerator<readonly T[]> {
  for (let left = max, next = cursor; left > 0;) {
    const { data, has_more, next_cursor } = await fetchPage(next ?? undefined).catch((error: unknown) => {
      if (error instanceof TandemError) error.cursor = next;
      throw error;
    });
    yield data.slice(0, left);
    left -= data.length;
    if (!has_more || next_cursor === null) return;
    next = next_cursor;
  }
}
