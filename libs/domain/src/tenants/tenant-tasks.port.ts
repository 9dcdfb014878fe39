export abstract class TenantTasks {
  /** Due dates end with the day of the tenant's time zone: orders all tasks by the zone that it has now. */
  abstract followTimeZone(): Promise<void>;
}
