import { uses } from '../../core/use-case.js';
import { RunJournal } from '../journal/run-journal.service.js';
import type { RunStep, StepPlan } from '../journal/run-step.js';
import type { AgentRun } from '../runs/agent-run.js';
import { RunFailure, UnbilledFailure } from '../runs/run-failure.js';
import { billOf, type CallBefore, type CallBound, inputBound } from './call-money.js';
import type { Exchange, RecordedReply, Send } from './conversations.port.js';
import { ModelPrices, type ModelPrice } from './model-prices.port.js';

interface ModelRequest {
  plan: StepPlan;
  before: CallBefore | null;
  outputLimit: number;
}

type SentCall = { step: RunStep; bound: CallBound };

const free: ModelPrice = { input: 0, cachedInput: 0, output: 0, maxOutput: Infinity };

/** Sends each request once: its maximum cost is reserved before, and the actual cost is recorded with the response. */
export class ModelCalls extends uses({ prices: ModelPrices, journal: RunJournal }) {
  async request(run: AgentRun, request: ModelRequest, send: Send): Promise<RecordedReply> {
    const { plan } = request;
    const known = await this.journal.known(run, plan);
    if (known?.isDone) return known.reply;
    const price = this.priceFor(run);
    let sent: SentCall | undefined;
    try {
      const exchange = await send(async (bytes) => {
        sent = await this.reserve(run, request, { bytes, price });
        return sent.bound.outputTokens;
      });
      return await this.settle(run, sent!, { exchange, price });
    } catch (error) {
      // Other failures may have been billed, so the reservation counts as spent when the attempt ends.
      if (sent && error instanceof UnbilledFailure) await this.release(run, sent);
      throw error;
    }
  }

  private priceFor({ model, budgetUsdCents }: AgentRun): ModelPrice {
    const price = this.prices.find(model!);
    if (price) return price;
    if (budgetUsdCents === null) return free;
    const detail =
      `No price of ${model} is known, so a run with a budget cannot ask it. ` +
      'The operator adds prices with MODEL_PRICES_FILE.';
    throw new RunFailure('configuration', detail);
  }

  private async reserve(
    run: AgentRun,
    { plan, before, outputLimit }: ModelRequest,
    { bytes, price }: { bytes: number; price: ModelPrice },
  ): Promise<SentCall> {
    let bound!: CallBound;
    const step = await this.journal.changeRunAndStep(run, plan, {
      run: (claimed) => (bound = claimed.bill.reserve(inputBound(bytes, before), price, outputLimit)),
      step: (open) => open.expect(bound.microUsd),
    });
    return { step, bound };
  }

  private async settle(
    run: AgentRun,
    { step, bound }: SentCall,
    { exchange, price }: { exchange: Exchange; price: ModelPrice },
  ): Promise<RecordedReply> {
    const bill = billOf(exchange.report, bound, price);
    const { reply } = await this.journal.changeRunAndStep(run, step, {
      run: (claimed) => claimed.bill.settle(bill),
      step: (open) => open.recordReply(run.attempt, exchange, { expected: bound.microUsd, bill }),
    });
    if (!bill.isWithinBound && run.budgetUsdCents !== null)
      throw new RunFailure('configuration', 'The provider reported more tokens than it was allowed to use.');
    return reply;
  }

  private release(run: AgentRun, { step, bound }: SentCall): Promise<unknown> {
    return this.journal.changeRunAndStep(run, step, {
      run: (claimed) => claimed.bill.release(),
      step: (open) => open.release(bound.microUsd),
    });
  }
}
