/**
 * Several stores in one transaction: all of it is kept or nothing. Nested calls join. What is asked of stores at the same moment is done in
 * the order in which it is asked.
 */
export abstract class Transaction {
  abstract run<T>(work: () => Promise<T>): Promise<T>;

  /** Calls it once the open transaction is committed; at once where none is open. */
  abstract afterCommit(work: () => void): void;
}
