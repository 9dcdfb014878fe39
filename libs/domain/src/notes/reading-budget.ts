/** In units of about a microsecond: enough for a mebibyte of the shortest references, except addresses. */
export class ReadingBudget {
  private left = 500_000;

  spend(units: number): boolean {
    this.left -= units;
    return this.left >= 0;
  }
}
