import { boundOf, type CallBound } from '../models/call-money.js';
import type { ModelPrice } from '../models/model-prices.port.js';
import { RunFailure } from './run-failure.js';

const microsPerCent = 10_000;

/** The money of a run, in micro-USD where not said otherwise. */
export interface Accounts {
  budgetUsdCents: number | null;
  /** The cost of its model calls. */
  costMicroUsd: number;
  /** What of its budget is used up: the cost without discounts, and never less than the bytes of the calls suggest. */
  committedMicroUsd: number;
  /** Set aside for the call under way. */
  reservedMicroUsd: number;
  platformFeeCents: number;
}

const spent = new WeakMap<Accounts, number>();

/** The micro-USD spent since the last call of this function; for stores only. */
export function takeSpent(run: Accounts): number {
  const microUsd = spent.get(run) ?? 0;
  spent.delete(run);
  return microUsd;
}

/** The rules on the money of a run: what it may spend, has spent, and has set aside for a call under way. */
export class Bill {
  constructor(private readonly run: Accounts) {}

  get costUsdCents(): number {
    return Math.ceil(this.run.costMicroUsd / microsPerCent);
  }

  /** What another call may cost, in micro-USD; infinite without a budget. */
  get leftMicroUsd(): number {
    const { budgetUsdCents, committedMicroUsd, reservedMicroUsd } = this.run;
    if (budgetUsdCents === null) return Infinity;
    return Math.max(0, budgetUsdCents * microsPerCent - committedMicroUsd - reservedMicroUsd);
  }

  /** Sets aside the most that a call may cost; what is left limits its answer. */
  reserve(inputTokens: number, price: ModelPrice, maxOutput: number): CallBound {
    const bound = boundOf(inputTokens, price, { left: this.leftMicroUsd, outputLimit: maxOutput });
    if (!bound)
      throw new RunFailure('budget_exceeded', 'What is left of the budget does not suffice for another question.');
    this.run.reservedMicroUsd += bound.microUsd;
    return bound;
  }

  /** The call was answered: its cost replaces what was set aside. */
  settle({ costMicroUsd, committedMicroUsd }: Pick<Accounts, 'costMicroUsd' | 'committedMicroUsd'>): void {
    this.run.reservedMicroUsd = 0;
    this.run.costMicroUsd += costMicroUsd;
    spent.set(this.run, (spent.get(this.run) ?? 0) + costMicroUsd);
    this.run.committedMicroUsd += committedMicroUsd;
  }

  /** The call was never sent, or was answered with an error: it costs nothing. */
  release(): void {
    this.run.reservedMicroUsd = 0;
  }

  /** Nobody knows how the call ended: the provider may have billed whatever was set aside. */
  forfeit(): void {
    const { reservedMicroUsd } = this.run;
    this.settle({ costMicroUsd: reservedMicroUsd, committedMicroUsd: reservedMicroUsd });
  }

  /** Takes the fee of the whole cost, in basis points, rounded up once. */
  takeFee(bps: number): void {
    this.run.platformFeeCents = Math.ceil((this.run.costMicroUsd * bps) / (10_000 * microsPerCent));
  }
}
