/**
 * The work that the references of one note may take, in units of about a microsecond. A mebibyte of the shortest references fits
 * in, but for addresses, since parsing one is expensive.
 */
export class ReadingBudget {
  private left = 500_000;

  /** Returns false once the budget is spent. */
  spend(units: number): boolean {
    this.left -= units;
    return this.left >= 0;
  }
}
