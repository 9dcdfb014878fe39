import { OperationRefused } from '../runs/operation-refused.js';

export const maxRead = 1000;

/** Stops below the 16 MiB limit on the steps of a run, since the last response may be large. */
const maxBytes = 12 * 1024 * 1024;

/** Items refused by a rule count as `skipped`; `more` is true when the journal filled up before the last item. */
export async function actEach<T>(items: readonly T[], act: (item: T, number: number) => Promise<unknown>) {
  const acted = { done: [] as T[], skipped: 0, more: false };
  let bytes = 0;
  for (const [index, item] of items.entries()) {
    if (bytes > maxBytes) return { ...acted, more: true };
    try {
      bytes += Buffer.byteLength(JSON.stringify((await act(item, index + 1)) ?? null));
      acted.done.push(item);
    } catch (error) {
      if (!(error instanceof OperationRefused)) throw error;
      acted.skipped++;
    }
  }
  return acted;
}
