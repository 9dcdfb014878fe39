/** One transaction over several stores. Nested calls join it. Concurrent calls to stores run in call order. */
export abstract class Transaction {
  abstract run<T>(work: () => Promise<T>): Promise<T>;

  /** Runs work; in an open transaction, undoes what it wrote if it throws (a savepoint). */
  abstract attempt<T>(work: () => Promise<T>): Promise<T>;

  abstract readonly isOpen: boolean;

  /** Gives the open transaction, if there is one, its full time again. */
  abstract extendDeadline(): void;

  /** Calls back after the open transaction commits; immediately when none is open. */
  abstract afterCommit(work: () => void): void;
}
