import { FollowUp, followUpsIn } from '@tandem/domain/core/events/follow-up';
import { currentScope } from '@tandem/domain/core/scope';
import type { Stopping } from '@tandem/domain/core/stopping';
import { type TakenEvents, Subscriptions } from '@tandem/domain/core/events/subscriptions';
import { Transaction } from '@tandem/domain/core/transaction';
import type { Container } from '@tandem/platform/feature/container';
import type { Feature, Job } from '@tandem/platform/feature/feature';
import type { Wake } from './work-request.js';

/** A job that events start. */
export type EventJob = Job & { on: NonNullable<Job['on']> };

/** Where a subscription is stuck, for the log. */
export interface Failure {
  subscription: string;
  tenantId: string;
  sequence: number;
  attempts: number;
  retryAt: Date;
}

interface SubscriberOptions {
  container: Container;
  stopping: Stopping;
  wake: Wake;
  onFailure: (error: Error, failure: Failure) => void;
}

const maxAtOnce = 256;
/** Many tenants may begin at once: what there is room for is known after the first step. */
const maxAtFirst = 64;

interface Step {
  isDone: boolean;
  next: FollowUp[];
}

/** Brings subscriptions up to date: for each batch of events, effect and cursor in one transaction. */
export class Subscriber {
  private readonly transaction: Transaction;
  private readonly subscriptions: Subscriptions;
  /** What is taking a step, by subscription and tenant; true where that was wanted once more meanwhile. */
  private readonly inStep = new Map<string, boolean>();

  constructor(private readonly options: SubscriberOptions) {
    this.transaction = options.container.get(Transaction);
    this.subscriptions = options.container.get(Subscriptions);
  }

  /** Registers the features' subscriptions, so that events from now on are noted for them. */
  async register(features: readonly Feature[]): Promise<void> {
    const jobs = features.flatMap((feature) => feature.jobs ?? []);
    const known = jobs.flatMap(({ name, on }) => (on ? [{ name, types: on }] : []));
    await this.subscriptions.registerAcrossTenants(known);
  }

  /**
   * Handles events, in the tenant of the scope, until none are waiting or one fails. A second run leaves the work to one that is in a
   * step already: it would only wait for the same cursor.
   */
  async catchUp(job: EventJob): Promise<void> {
    const place = `${job.name} ${currentScope().tenantId}`;
    let max = maxAtFirst;
    while (!this.options.stopping.signal.aborted) {
      if (this.inStep.has(place)) return void this.inStep.set(place, true);
      this.inStep.set(place, false);
      let taken: TakenEvents | undefined;
      let isWantedAgain = false;
      try {
        const step = this.step(job, max, (batch) => (taken = batch));
        const { isDone, next } = await step.finally(() => (isWantedAgain = this.left(place)));
        await this.options.wake(next);
        if (isDone && !isWantedAgain) return;
        max = Math.min(maxAtOnce, 2 * max);
      } catch (error) {
        if (!taken && isWantedAgain) continue;
        if (!taken) throw error;
        max = Math.floor(sizeOf(job, taken) / 2); // the event that fails is found by halves, and those before it are done
        if (max === 0) return this.noteFailure(job, taken, error as Error);
      }
    }
  }

  private left(place: string): boolean {
    const isWantedAgain = this.inStep.get(place) === true;
    this.inStep.delete(place);
    return isWantedAgain;
  }

  private async step(job: EventJob, max: number, onTaken: (batch: TakenEvents) => void): Promise<Step> {
    const subscription = { name: job.name, types: job.on };
    const ready = (await this.options.container.get(job.run).untilReady?.()) ?? max;
    return this.transaction.run(async () => {
      const batch = await this.subscriptions.take(subscription, Math.min(max, ready));
      if (!batch) return { isDone: true, next: [] };
      onTaken(batch);
      const next = await this.handle(job, batch);
      return { next, isDone: await this.subscriptions.advance(subscription, batch.to) };
    });
  }

  private async handle({ run, takes }: EventJob, { from, to, events }: TakenEvents): Promise<FollowUp[]> {
    const verb = this.options.container.get(run);
    if (takes === 'range') return to < from ? [] : followUpsIn(await verb.run({ from, to }));
    if (takes === 'several') return events.length ? followUpsIn(await verb.run({ events })) : [];
    const next: FollowUp[] = [];
    for (const event of events) next.push(...followUpsIn(await verb.run(event)));
    return next;
  }

  private async noteFailure({ name, on }: EventJob, batch: TakenEvents, error: Error): Promise<void> {
    const retry = await this.subscriptions.fail({ name, types: on }, batch, error);
    if (!retry) return;
    const { tenantId } = currentScope();
    const sequence = batch.events[0]?.sequence ?? batch.from;
    this.options.onFailure(error, { subscription: name, tenantId, sequence, ...retry });
    await this.options.wake([new FollowUp(name, null, retry.retryAt)]);
  }
}

const sizeOf = ({ takes }: EventJob, { from, to, events }: TakenEvents) =>
  takes === 'range' ? to - from + 1 : events.length;
