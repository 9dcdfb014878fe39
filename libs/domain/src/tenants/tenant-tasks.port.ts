export abstract class TenantTasks {
  /** Due dates end with the day of the tenant's time zone: orders all tasks by this one. */
  abstract followTimeZone(zone: string): Promise<void>;
}
