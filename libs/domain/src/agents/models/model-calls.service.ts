import { needing } from '../../core/use-case.js';
import { billOf, boundOf, type CallBefore, type CallBound, inputBound } from './call-money.js';
import type { Exchange, ModelAnswer, Send } from './conversations.port.js';
import { ModelPrices, type ModelPrice } from './model-prices.port.js';
import { RunFailure, UnbilledFailure } from '../runs/run-failure.js';
import type { AgentRun } from '../runs/agent-run.js';
import { AgentRuns } from '../runs/agent-runs.port.js';
import { RunJournal } from '../journal/run-journal.service.js';
import type { RunStep, StepPlan } from '../journal/run-step.js';
import { RunSteps } from '../journal/run-steps.port.js';

/** A question to the run's model. */
interface ModelQuestion {
  plan: StepPlan;
  before: CallBefore | null;
  mostOutput: number;
}

/** An answer as the journal keeps it, with what the bound of the next question needs. */
interface Recorded {
  answer: ModelAnswer;
  bytes_sent: number;
}

interface Reserved {
  step: RunStep;
  bound: CallBound;
}

const free: ModelPrice = { input: 0, cachedInput: 0, output: 0, maxOutput: Infinity };

/**
 * Asks models on behalf of runs, each question once: the most that it may cost is set aside before anything is sent, and what became
 * of it is recorded with the answer.
 */
export class ModelCalls extends needing({
  journal: RunJournal,
  runs: AgentRuns,
  steps: RunSteps,
  prices: ModelPrices,
}) {
  async ask(
    run: AgentRun,
    question: ModelQuestion,
    send: Send,
  ): Promise<{ answer: ModelAnswer; before: CallBefore | null }> {
    const known = await this.journal.known(run, question.plan);
    if (known?.isDone) return replayed(known);
    const price = this.priceFor(run);
    let reserved: Reserved | undefined;
    try {
      const exchange = await send(async (bytes) => {
        reserved = await this.reserve(run, question, { bytes, price });
        return reserved.bound.outputTokens;
      });
      return await this.settle(run, question, { ...reserved!, exchange, price });
    } catch (error) {
      // After any other failure the call may have been billed: what was set aside is spent when the attempt ends.
      if (reserved && error instanceof UnbilledFailure) await this.release(run, question.plan, reserved);
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

  private reserve(
    run: AgentRun,
    { plan, before, mostOutput }: ModelQuestion,
    { bytes, price }: { bytes: number; price: ModelPrice },
  ): Promise<Reserved> {
    return this.journal.claimed(run, plan, async (known) => {
      const left = (await this.runs.one(run.id)).leftMicroUsd;
      const bound = boundOf(inputBound(bytes, before), price, { left, mostOutput });
      if (!bound)
        throw new RunFailure('budget_exceeded', 'What is left of the budget does not suffice for another question.');
      const step = known ?? (await this.journal.record(run, plan));
      await this.steps.change(step.id, (open) => open.expect(bound.microUsd));
      await this.runs.change(run.id, (claimed) => claimed.reserve(bound.microUsd));
      return { step, bound };
    });
  }

  private async settle(
    run: AgentRun,
    { plan }: ModelQuestion,
    { step, bound, exchange, price }: Reserved & { exchange: Exchange; price: ModelPrice },
  ): Promise<{ answer: ModelAnswer; before: CallBefore | null }> {
    const bill = billOf(exchange.report, bound, price);
    const usage = { input_tokens: bill.inputTokens, output_tokens: bill.outputTokens };
    const recorded: Recorded = { answer: exchange.answer, bytes_sent: exchange.report.bytesSent };
    const settled = await this.journal.claimed(run, plan, async () => {
      await this.runs.change(run.id, (claimed) => claimed.settle(bill));
      return this.steps.change(step.id, (open) => {
        open.pay(bound.microUsd, bill.costMicroUsd, usage);
        open.finish(run.attempt, recorded);
      });
    });
    if (!bill.isWithinBound && run.budgetUsdCents !== null)
      throw new RunFailure('configuration', 'The provider reported more tokens than it was allowed to use.');
    return replayed(settled);
  }

  private release(run: AgentRun, plan: StepPlan, { step, bound }: Reserved): Promise<unknown> {
    return this.journal.claimed(run, plan, async () => {
      await this.runs.change(run.id, (claimed) => claimed.release());
      await this.steps.change(step.id, (open) => open.pay(bound.microUsd, 0));
    });
  }
}

function replayed({ result, usage }: RunStep): { answer: ModelAnswer; before: CallBefore | null } {
  const { answer, bytes_sent: bytesSent } = result as Recorded;
  const { input_tokens: input = null, output_tokens: output = null } = usage ?? {};
  return { answer, before: input === null || output === null ? null : { bytesSent, tokens: input + output } };
}
