const windowMillis = 50;
/** So large a part of the time spent with work leaves none to wait in. */
const busy = 0.9;

/** Whether the process has been at work all the time of late, so that further requests under way would only wait for it. */
export class ProcessLoad {
  private since = performance.now();
  private measured = performance.eventLoopUtilization();
  private latest = false;

  get isBusy(): boolean {
    if (performance.now() - this.since < windowMillis) return this.latest;
    this.latest = performance.eventLoopUtilization(this.measured).utilization > busy;
    this.measured = performance.eventLoopUtilization();
    this.since = performance.now();
    return this.latest;
  }
}
