import { uses } from '../../core/use-case.js';
import { RunJournal } from '../journal/run-journal.service.js';
import type { RunStep, StepPlan } from '../journal/run-step.js';
import type { AgentRun } from '../runs/agent-run.js';
import { RunFailure, UnbilledFailure } from '../runs/run-failure.js';
import { billOf, type CallBefore, type CallBound, inputBound } from './call-money.js';
import type { Exchange, Reply, Send } from './conversations.port.js';
import { ModelPrices, type ModelPrice } from './model-prices.port.js';

/** A question to the run's model. */
interface ModelQuestion {
  plan: StepPlan;
  before: CallBefore | null;
  outputLimit: number;
}

/** The step of a question that was sent, and what was set aside for it. */
type Asked = { step: RunStep; bound: CallBound };

const free: ModelPrice = { input: 0, cachedInput: 0, output: 0, maxOutput: Infinity };

/**
 * Asks models on behalf of runs, each question once: the most that it may cost is set aside before anything is sent, and what became
 * of it is recorded with the answer.
 */
export class ModelCalls extends uses({ prices: ModelPrices, journal: RunJournal }) {
  async ask(run: AgentRun, question: ModelQuestion, send: Send): Promise<Reply> {
    const { plan } = question;
    const known = await this.journal.known(run, plan);
    if (known?.isDone) return known.reply;
    const price = this.priceFor(run);
    let asked: Asked | undefined;
    try {
      const exchange = await send(async (bytes) => {
        asked = await this.reserve(run, question, { bytes, price });
        return asked.bound.outputTokens;
      });
      return await this.settle(run, asked!, { exchange, price });
    } catch (error) {
      // After any other failure the call may have been billed: what was set aside is spent when the attempt ends.
      if (asked && error instanceof UnbilledFailure) await this.release(run, asked);
      throw error;
    }
  }

  private priceFor({ model, budgetUsdCents }: AgentRun): ModelPrice {
    const price = this.prices.find(model!);
    if (price) return price;
    if (budgetUsdCents === null) return free;
    const detail = `No price of ${model} is known, so a run with a budget cannot ask it. The operator adds prices with MODEL_PRICES_FILE.`;
    throw new RunFailure('configuration', detail);
  }

  private async reserve(
    run: AgentRun,
    { plan, before, outputLimit }: ModelQuestion,
    { bytes, price }: { bytes: number; price: ModelPrice },
  ): Promise<Asked> {
    let bound!: CallBound;
    const step = await this.journal.changeRunAndStep(run, plan, {
      run: (claimed) => (bound = claimed.bill.reserve(inputBound(bytes, before), price, outputLimit)),
      step: (open) => open.expect(bound.microUsd),
    });
    return { step, bound };
  }

  private async settle(
    run: AgentRun,
    { step, bound }: Asked,
    { exchange, price }: { exchange: Exchange; price: ModelPrice },
  ): Promise<Reply> {
    const bill = billOf(exchange.report, bound, price);
    const { reply } = await this.journal.changeRunAndStep(run, step, {
      run: (claimed) => claimed.bill.settle(bill),
      step: (open) => open.answer(run.attempt, exchange, { expected: bound.microUsd, bill }),
    });
    if (!bill.isWithinBound && run.budgetUsdCents !== null)
      throw new RunFailure('configuration', 'The provider reported more tokens than it was allowed to use.');
    return reply;
  }

  private release(run: AgentRun, { step, bound }: Asked): Promise<unknown> {
    return this.journal.changeRunAndStep(run, step, {
      run: (claimed) => claimed.bill.release(),
      step: (open) => open.release(bound.microUsd),
    });
  }
}
