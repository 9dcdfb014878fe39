import { needing } from '../core/use-case.js';
import { EventPartitions } from './event-partitions.port.js';

const monthsAhead = 3;

/** Makes room for the events of the coming months before they come. */
export class MakeEventPartitions extends needing({ partitions: EventPartitions }) {
  async run(): Promise<void> {
    await this.partitions.makeAcrossTenants(monthsAhead);
  }
}
