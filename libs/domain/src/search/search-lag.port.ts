export abstract class SearchLag {
  /** Age in seconds of the oldest event that the index of some tenant does not contain; 0 if it contains all. */
  abstract readAcrossTenants(): Promise<number>;
}
