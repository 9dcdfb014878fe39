import { Transaction } from '../core/transaction.js';
import { uses } from '../core/use-case.js';
import { ConnectionCounts } from './connection-counts.service.js';
import { WorkCounts } from './work-counts.service.js';

export type Overview = Awaited<ReturnType<GetOverview['run']>>;

/** What is open and what needs attention, of what the caller may read. */
export class GetOverview extends uses({
  transaction: Transaction,
  work: WorkCounts,
  connections: ConnectionCounts,
}) {
  /** In one transaction, so that it takes one connection. */
  run() {
    return this.transaction.run(async () => ({
      tasks: await this.work.ofTasks(),
      runs: await this.work.ofRuns(),
      schedules: await this.work.ofSchedules(),
      deliveries: await this.connections.ofDeliveries(),
      endpoints: await this.connections.ofEndpoints(),
      tools: await this.connections.ofTools(),
    }));
  }
}
