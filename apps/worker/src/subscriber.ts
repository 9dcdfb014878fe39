import { FollowUp, followUpsIn } from '@tandem/domain/core/events/follow-up';
import { currentScope } from '@tandem/domain/core/scope';
import type { Stopping } from '@tandem/domain/core/stopping';
import { type TakenEvents, Subscriptions } from '@tandem/domain/core/events/subscriptions';
import { Transaction } from '@tandem/domain/core/transaction';
import type { Container } from '@tandem/platform/feature/container';
import type { Feature, Job } from '@tandem/platform/feature/feature';
import type { Wake } from './work-request.js';

export type EventJob = Job & { on: NonNullable<Job['on']> };

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
/** The first step is smaller, since many tenants may start at once. */
const maxAtFirst = 64;

interface Step {
  isDone: boolean;
  next: FollowUp[];
}

/** Processes the backlog of subscriptions: for each batch of events, effect and cursor in one transaction. */
export class Subscriber {
  private readonly transaction: Transaction;
  private readonly subscriptions: Subscriptions;
  /** Steps in flight by subscription and tenant; true if another run was requested since. */
  private readonly inFlight = new Map<string, boolean>();

  constructor(private readonly options: SubscriberOptions) {
    this.transaction = options.container.get(Transaction);
    this.subscriptions = options.container.get(Subscriptions);
  }

  /** Subscriptions receive events from their registration on. */
  async register(features: readonly Feature[]): Promise<void> {
    const jobs = features.flatMap((feature) => feature.jobs ?? []);
    const known = jobs.flatMap(({ name, on }) => (on ? [{ name, types: on }] : []));
    await this.subscriptions.registerAcrossTenants(known);
  }

  /** Handles events until none remain or one fails; leaves the work to a step in flight for the same cursor. */
  async catchUp(job: EventJob): Promise<void> {
    const key = `${job.name} ${currentScope().tenantId}`;
    let max = maxAtFirst;
    while (!this.options.stopping.signal.aborted) {
      if (this.inFlight.has(key)) return void this.inFlight.set(key, true);
      this.inFlight.set(key, false);
      let taken: TakenEvents | undefined;
      let isRequestedAgain = false;
      try {
        const step = this.step(job, max, (batch) => (taken = batch));
        const { isDone, next } = await step.finally(() => (isRequestedAgain = this.endStep(key)));
        await this.options.wake(next);
        if (isDone && !isRequestedAgain) return;
        max = Math.min(maxAtOnce, 2 * max);
      } catch (error) {
        if (!taken && isRequestedAgain) continue;
        if (!taken) throw error;
        max = Math.floor(sizeOf(job, taken) / 2); // bisects to the failing event and commits those before it
        if (max === 0) return this.noteFailure(job, taken, error as Error);
      }
    }
  }

  private endStep(key: string): boolean {
    const isRequestedAgain = this.inFlight.get(key) === true;
    this.inFlight.delete(key);
    return isRequestedAgain;
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

  private async handle({ run, receives }: EventJob, { from, to, events }: TakenEvents): Promise<FollowUp[]> {
    const useCase = this.options.container.get(run);
    if (receives === 'range') return to < from ? [] : followUpsIn(await useCase.run({ from, to }));
    if (receives === 'several') return events.length ? followUpsIn(await useCase.run({ events })) : [];
    const next: FollowUp[] = [];
    for (const event of events) next.push(...followUpsIn(await useCase.run(event)));
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

const sizeOf = ({ receives }: EventJob, { from, to, events }: TakenEvents) =>
  receives === 'range' ? to - from + 1 : events.length;
