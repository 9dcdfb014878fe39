/** The audit log's way in for what changes no record. */
export abstract class AuditTrail {
  /** Notes that the caller of the open scope was refused. */
  abstract denied(details: Record<string, unknown>): Promise<void>;
}
