import { boundOf, type CallBound } from '../models/call-money.js';
import type { ModelPrice } from '../models/model-prices.port.js';
import { RunFailure } from './run-failure.js';

const microsPerCent = 10_000;

export interface Accounts {
  budgetUsdCents: number | null;
  costMicroUsd: number;
  /** Budget used: cost without discounts, and at least the estimate by bytes. */
  committedMicroUsd: number;
  reservedMicroUsd: number;
  platformFeeCents: number;
}

const spent = new WeakMap<Accounts, number>();

/** Returns the cost added since it was last called; for stores only. */
export function takeSpent(run: Accounts): number {
  const microUsd = spent.get(run) ?? 0;
  spent.delete(run);
  return microUsd;
}

export class Bill {
  constructor(private readonly run: Accounts) {}

  get costUsdCents(): number {
    return Math.ceil(this.run.costMicroUsd / microsPerCent);
  }

  /** In micro-USD; infinite without a budget. */
  get leftMicroUsd(): number {
    const { budgetUsdCents, committedMicroUsd, reservedMicroUsd } = this.run;
    if (budgetUsdCents === null) return Infinity;
    return Math.max(0, budgetUsdCents * microsPerCent - committedMicroUsd - reservedMicroUsd);
  }

  /** Reserves the maximum cost of a call; the rest of the budget limits its response. */
  reserve(inputTokens: number, price: ModelPrice, maxOutput: number): CallBound {
    const bound = boundOf(inputTokens, price, { left: this.leftMicroUsd, outputLimit: maxOutput });
    if (!bound)
      throw new RunFailure('budget_exceeded', 'What is left of the budget does not suffice for another question.');
    this.run.reservedMicroUsd += bound.microUsd;
    return bound;
  }

  settle({ costMicroUsd, committedMicroUsd }: Pick<Accounts, 'costMicroUsd' | 'committedMicroUsd'>): void {
    this.run.reservedMicroUsd = 0;
    this.run.costMicroUsd += costMicroUsd;
    spent.set(this.run, (spent.get(this.run) ?? 0) + costMicroUsd);
    this.run.committedMicroUsd += committedMicroUsd;
  }

  release(): void {
    this.run.reservedMicroUsd = 0;
  }

  /** Charges the reservation when the outcome of the call is unknown, since the provider may have billed it. */
  forfeit(): void {
    const { reservedMicroUsd } = this.run;
    this.settle({ costMicroUsd: reservedMicroUsd, committedMicroUsd: reservedMicroUsd });
  }

  takeFee(bps: number): void {
    this.run.platformFeeCents = Math.ceil((this.run.costMicroUsd * bps) / (10_000 * microsPerCent));
  }
}
