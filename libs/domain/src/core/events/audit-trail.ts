/** Writes audit entries that record no change. */
export abstract class AuditTrail {
  abstract denied(details: Record<string, unknown>): Promise<void>;
}
