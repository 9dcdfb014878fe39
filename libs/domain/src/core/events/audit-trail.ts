/** Writes entries of the audit log that tell of no change of a record. */
export abstract class AuditTrail {
  /** The caller of the open scope was refused. */
  abstract denied(details: Record<string, unknown>): Promise<void>;
}
