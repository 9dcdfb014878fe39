export abstract class TenantTasks {
  /**
   * Due dates end with the day of the tenant's time zone: orders some thousand tasks, those after the given id, by this
   * zone. Returns the id of the last one, or null if there are no more.
   */
  abstract followTimeZone(zone: string, after: string | null): Promise<string | null>;
}
