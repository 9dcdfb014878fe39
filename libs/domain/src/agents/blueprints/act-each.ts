import { OperationRefused } from '../runs/operation-refused.js';

/** How many records a run reads at once to find those on which to act. */
export const maxRead = 1000;

/** Answers that take more end the work: the steps of a run may take 16 MiB, and the last answer may be large too. */
const maxBytes = 12 * 1024 * 1024;

/**
 * Acts on each, in order, and goes on where a rule of the workspace refuses one: those are `skipped`. There are `more` where some
 * were left, since the answers took too much room in the journal.
 */
export async function actEach<T>(items: readonly T[], act: (item: T, place: number) => Promise<unknown>) {
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
