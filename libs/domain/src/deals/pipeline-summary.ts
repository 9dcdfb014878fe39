/** Sums of deals in one currency; those of `weightedCents` are rounded once. */
export interface CurrencyTotal {
  currency: string;
  count: number;
  amountCents: number;
  weightedCents: number;
}

export interface StageTotal extends CurrencyTotal {
  stageId: string;
}

export interface PipelineSummary {
  stages: readonly StageTotal[];
  totals: readonly CurrencyTotal[];
}
