import { Entity } from '../../core/entity.js';
import { boundOf, type CallBound } from '../models/call-money.js';
import type { ModelPrice } from '../models/model-prices.port.js';
import { RunFailure } from './run-failure.js';

const microsPerCent = 10_000;

/** The micro-USD of each run that `takeSpent` has not told yet. */
const spent = new WeakMap<BilledRun, number>();

/** What was spent since this was last asked, in micro-USD; for stores only. */
export function takeSpent(run: BilledRun): number {
  const microUsd = spent.get(run) ?? 0;
  spent.delete(run);
  return microUsd;
}

/** The money of a run, in micro-USD: what it may spend, has spent, and has set aside for a call that is under way. */
export abstract class BilledRun extends Entity {
  budgetUsdCents: number | null = null;
  /** What its calls of models cost. */
  costMicroUsd = 0;
  /** What of its budget is used up: the cost without discounts, and never less than the bytes of the calls suggest. */
  committedMicroUsd = 0;
  /** Set aside for the call under way. */
  reservedMicroUsd = 0;
  platformFeeCents = 0;

  get costUsdCents(): number {
    return Math.ceil(this.costMicroUsd / microsPerCent);
  }

  /** What another call may cost, in micro-USD; infinite without a budget. */
  get leftMicroUsd(): number {
    if (this.budgetUsdCents === null) return Infinity;
    return Math.max(0, this.budgetUsdCents * microsPerCent - this.committedMicroUsd - this.reservedMicroUsd);
  }

  /** Sets aside the most that a call may cost; what is left limits its answer. */
  reserve(inputTokens: number, price: ModelPrice, mostOutput: number): CallBound {
    const bound = boundOf(inputTokens, price, { left: this.leftMicroUsd, mostOutput });
    if (!bound)
      throw new RunFailure('budget_exceeded', 'What is left of the budget does not suffice for another question.');
    this.reservedMicroUsd += bound.microUsd;
    return bound;
  }

  /** The call has been answered: what was set aside is replaced by what it cost. */
  settle({ costMicroUsd, committedMicroUsd }: Pick<BilledRun, 'costMicroUsd' | 'committedMicroUsd'>): void {
    this.reservedMicroUsd = 0;
    this.costMicroUsd += costMicroUsd;
    spent.set(this, (spent.get(this) ?? 0) + costMicroUsd);
    this.committedMicroUsd += committedMicroUsd;
  }

  /** The call was never sent, or was answered with an error: it costs nothing. */
  release(): void {
    this.reservedMicroUsd = 0;
  }

  /** Whatever was set aside may have been billed: nobody knows how the call ended. */
  protected forfeit(): void {
    this.settle({ costMicroUsd: this.reservedMicroUsd, committedMicroUsd: this.reservedMicroUsd });
  }

  /** Takes the fee of the whole cost, in basis points, rounded up once. */
  protected takeFee(bps: number): void {
    this.platformFeeCents = Math.ceil((this.costMicroUsd * bps) / (10_000 * microsPerCent));
  }
}
