import { clock } from '../core/clock.js';
import { inEachTenant } from '../core/scope.js';
import { uses } from '../core/use-case.js';
import { TenantTasks } from './tenant-tasks.port.js';
import { Tenants } from './tenants.port.js';

/** Requests that began with the former zone have ended by then. */
const settledMillis = 20_000;

/** Finishes what a change of time zone began; repeats it until no request can store tasks by the former zone. */
export class FollowTimeZones extends uses({ tenants: Tenants, tasks: TenantTasks }) {
  async run(): Promise<void> {
    const changed = await this.tenants.withNewZoneAcrossTenants();
    await inEachTenant(changed, ({ timezone, zoneChangedAt }) => this.follow(timezone, zoneChangedAt));
  }

  private async follow(zone: string, changedAt: Date): Promise<void> {
    const isSettled = clock.millis() - changedAt.getTime() > settledMillis;
    let last: string | null = null;
    do last = await this.tasks.followTimeZone(zone, last);
    while (last !== null);
    if (isSettled) await this.tenants.zoneFollowed(changedAt);
  }
}
