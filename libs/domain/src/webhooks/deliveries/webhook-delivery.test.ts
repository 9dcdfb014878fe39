import { describe, expect, it } from '@jest/globals';
import { refused } from '@tandem/testing/attempt-results';
import { takeRecorded } from '../../core/entity.js';
import { inScope, systemScope } from '../../core/scope.js';
import type { AttemptResult } from './attempt-result.js';
import type { RetryTerms } from './retry-terms.js';
import { WebhookDelivery } from './webhook-delivery.js';

const tenantId = '01900000-0000-7000-8000-000000000001';
const now = new Date('2026-11-21T12:00:00Z');
const schedule = [0, 5, 300, 1800];

const created = (eventType = 'task.created') =>
  inScope(systemScope(tenantId), () => new WebhookDelivery({ endpointId: 'e', eventId: 'v', eventType, sequence: 1 }));
const inFlight = (delivery: WebhookDelivery) =>
  Object.assign(delivery, { status: 'in_flight', attemptCount: 1, leasedUntil: now });
const fail = (delivery: WebhookDelivery, result: AttemptResult, terms: RetryTerms) =>
  inFlight(delivery).failed(1, result, terms);
const reported = (delivery: WebhookDelivery) => takeRecorded(delivery).map(({ type }) => type);
const code = (of: string) => expect.objectContaining({ code: of });
const waitOf = (delivery: WebhookDelivery) => (delivery.dueAt!.getTime() - now.getTime()) / 1000;

describe('a webhook delivery', () => {
  it('waits for the next attempt by the schedule, within a fifth', () => {
    for (const [random, part] of [
      [0, 0.8],
      [0.5, 1],
      [0.999999, 1.2],
    ] as const) {
      const delivery = created();
      for (const seconds of schedule.slice(1)) {
        fail(delivery, refused, { schedule, now, random });
        expect(delivery.status).toBe('retrying');
        expect(waitOf(delivery)).toBeCloseTo(seconds * part, 1);
      }
    }
  });

  it('is exhausted after the last attempt of the schedule, and records it', () => {
    const delivery = created();
    for (const _ of schedule) fail(delivery, refused, { schedule, now, random: 0.5 });
    expect(delivery).toMatchObject({ status: 'exhausted', errorMessage: 'non_2xx', httpStatus: 500, dueAt: null });
    expect(reported(delivery)).toEqual(['webhook_delivery.exhausted']);
    expect(delivery.isPublic).toBe(true);
  });

  it('of an event about an exhausted delivery does not publish its own end', () => {
    const delivery = created('webhook_delivery.exhausted');
    for (const _ of schedule) fail(delivery, refused, { schedule, now, random: 0.5 });
    expect(delivery.isPublic).toBe(false);
  });

  it('waits as long as the endpoint demands, up to a day, and never shorter than the schedule', () => {
    for (const [requested, seconds] of [
      [1, 5],
      [60, 60],
      [1_000_000, 86_400],
    ] as const) {
      const delivery = created();
      fail(delivery, { ...refused, retryAfterSeconds: requested }, { schedule, now, random: 0.5 });
      expect(waitOf(delivery)).toBe(seconds);
    }
  });

  it('keeps its number of attempts when a worker is lost', () => {
    const delivery = created();
    fail(delivery, { ...refused, error: 'worker_lost' }, { schedule, now, random: 0.5 });
    expect(delivery).toMatchObject({ status: 'pending', tries: 0, dueAt: now, leasedUntil: null });
  });

  it('ignores holds only until the attempt that a member requested has failed', () => {
    const delivery = created();
    delivery.retry({ isEnabled: true }, now);
    fail(delivery, { ...refused, error: 'worker_lost' }, { schedule, now, random: 0.5 });
    expect(delivery.isUrgent).toBe(true);
    fail(delivery, refused, { schedule, now, random: 0.5 });
    expect(delivery.isUrgent).toBe(false);
  });

  it('ignores the failure of an attempt that lost its lease, since another began or the delivery was skipped', () => {
    const states: Partial<WebhookDelivery>[] = [{ attemptCount: 2 }, { status: 'skipped' }, { status: 'succeeded' }];
    for (const state of states) {
      const delivery: WebhookDelivery = Object.assign(inFlight(created()), state);
      const before = { ...delivery };
      delivery.failed(1, refused, { schedule, now, random: 0.5 });
      expect({ ...delivery }).toEqual(before);
    }
  });

  it('is retried with a full schedule once it has ended, but not while it is in flight', () => {
    const delivery = created();
    for (const _ of schedule) fail(delivery, refused, { schedule, now, random: 0.5 });
    delivery.retry({ isEnabled: true }, now);
    expect(delivery).toMatchObject({ status: 'pending', tries: 0, dueAt: now, completedAt: null });
    expect(delivery.isPublic).toBe(false);
    expect(delivery.isUrgent).toBe(true);
    delivery.status = 'in_flight';
    expect(() => delivery.retry({ isEnabled: true }, now)).toThrow(code('delivery_in_flight'));
    for (const endpoint of [undefined, { isEnabled: false }])
      expect(() => delivery.retry(endpoint, now)).toThrow(code('endpoint_disabled'));
  });
});
