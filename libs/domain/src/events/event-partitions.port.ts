/** The months that events are kept by. */
export abstract class EventPartitions {
  /** Makes the partitions of this month and so many ahead, where they are not there yet. */
  abstract makeAcrossTenants(monthsAhead: number): Promise<void>;
}
