/** What an export holds, for the audit log. */
export interface ExportFacts {
  format: 'ndjson' | 'csv';
  types: readonly string[];
  /** Names only: a filter may contain personal data. */
  filters?: readonly string[];
  /** True if it continues an earlier one. */
  resumed?: boolean;
}

export type Counts = Record<string, number>;

/** Exports that are running, at most two of a tenant in all processes together. */
export abstract class Exports {
  /** Takes a slot, by the id returned, and records `export.started`; too_many_exports if both are taken. */
  abstract start(facts: ExportFacts): Promise<string>;

  /** Keeps the slot for another lease; false once it has expired. A process that was killed keeps it for 25 s. */
  abstract renew(id: string): Promise<boolean>;

  /** Frees the slot and records `export.finished` with the rows by type, complete or not. */
  abstract finish(id: string, facts: ExportFacts & { counts: Counts; complete: boolean }): Promise<void>;
}
