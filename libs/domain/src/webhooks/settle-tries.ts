import { Transaction } from '../core/transaction.js';
import { type Claim, DeliveryClaims, type Tried } from './delivery-claims.port.js';
import { EndpointVerdicts } from './endpoint-verdicts.js';
import { WebhookTerms } from './webhook-terms.port.js';

/** Stores what became of a round, with everything that follows from it. */
export class SettleTries {
  static needs = [Transaction, DeliveryClaims, EndpointVerdicts, WebhookTerms] as const;

  constructor(
    private readonly transaction: Transaction,
    private readonly claims: DeliveryClaims,
    private readonly verdicts: EndpointVerdicts,
    private readonly terms: WebhookTerms,
  ) {}

  async run(claim: Claim, tried: readonly Tried[]): Promise<void> {
    const now = new Date();
    const { retrySchedule: schedule } = this.terms;
    await this.transaction.run(async () => {
      const verdict = await this.verdicts.reach(claim, tried, now);
      await this.claims.settle(claim, tried, (delivery, answer) =>
        delivery.tried(answer, { schedule, now, random: Math.random() }),
      );
      await this.verdicts.execute(claim.endpointId, verdict);
    });
  }
}
