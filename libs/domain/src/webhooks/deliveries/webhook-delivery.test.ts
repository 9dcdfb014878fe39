import { describe, expect, it } from '@jest/globals';
import { ok, refused } from '@tandem/testing/answers';
import { takeRecorded } from '../../core/entity.js';
import { inScope, systemScope } from '../../core/scope.js';
import { WebhookDelivery } from './webhook-delivery.js';

const tenantId = '01900000-0000-7000-8000-000000000001';
const now = new Date('2026-11-21T12:00:00Z');
const schedule = [0, 5, 300, 1800];

const made = (eventType = 'task.created') =>
  inScope(systemScope(tenantId), () => new WebhookDelivery({ endpointId: 'e', eventId: 'v', eventType, sequence: 1 }));
const told = (delivery: WebhookDelivery) => takeRecorded(delivery).map(({ type }) => type);
const code = (of: string) => expect.objectContaining({ code: of });
const waitOf = (delivery: WebhookDelivery) => (delivery.dueAt!.getTime() - now.getTime()) / 1000;

describe('a webhook delivery', () => {
  it('that succeeds has ended', () => {
    const delivery = made();
    delivery.tried(ok, { schedule, now, random: 0 });
    expect(delivery).toMatchObject({ status: 'succeeded', httpStatus: 204, errorMessage: null, dueAt: null });
    expect(delivery.completedAt).toEqual(now);
    expect(told(delivery)).toEqual([]);
  });

  it('waits for the next try as the schedule says, a fifth more or less', () => {
    for (const [random, part] of [
      [0, 0.8],
      [0.5, 1],
      [0.999999, 1.2],
    ] as const) {
      const delivery = made();
      for (const seconds of schedule.slice(1)) {
        delivery.tried(refused, { schedule, now, random });
        expect(delivery.status).toBe('retrying');
        expect(waitOf(delivery)).toBeCloseTo(seconds * part, 1);
      }
    }
  });

  it('is exhausted after the last try of the schedule, and tells so', () => {
    const delivery = made();
    for (const _ of schedule) delivery.tried(refused, { schedule, now, random: 0.5 });
    expect(delivery).toMatchObject({ status: 'exhausted', errorMessage: 'non_2xx', httpStatus: 500, dueAt: null });
    expect(told(delivery)).toEqual(['webhook_delivery.exhausted']);
    expect(delivery.isPublic).toBe(true);
  });

  it('of news of an exhausted delivery tells nobody of its own end', () => {
    const delivery = made('webhook_delivery.exhausted');
    for (const _ of schedule) delivery.tried(refused, { schedule, now, random: 0.5 });
    expect(delivery.isPublic).toBe(false);
  });

  it('waits as long as the endpoint asks for, up to a day, and never shorter than the schedule says', () => {
    for (const [asked, seconds] of [
      [1, 5],
      [60, 60],
      [1_000_000, 86_400],
    ] as const) {
      const delivery = made();
      delivery.tried({ ...refused, retryAfterSeconds: asked }, { schedule, now, random: 0.5 });
      expect(waitOf(delivery)).toBe(seconds);
    }
  });

  it('loses no try by the end of a worker', () => {
    const delivery = made();
    delivery.tried({ ...refused, error: 'worker_lost' }, { schedule, now, random: 0.5 });
    expect(delivery).toMatchObject({ status: 'pending', tries: 0, dueAt: now, claimId: null });
  });

  it('that was claimed and not sent is as it was', () => {
    const delivery = made();
    for (const status of ['pending', 'retrying']) {
      const before = { ...delivery };
      expect(before).toMatchObject({ status });
      delivery.begin('claim');
      expect(delivery).toMatchObject({ status: 'in_flight', attemptCount: before.attemptCount + 1 });
      delivery.giveBack();
      expect({ ...delivery }).toEqual(before);
      delivery.tried(refused, { schedule, now, random: 0.5 });
    }
  });

  it('is sent again with a full schedule once it has ended, and not while it is being sent', () => {
    const delivery = made();
    for (const _ of schedule) delivery.tried(refused, { schedule, now, random: 0.5 });
    delivery.retry({ isEnabled: true }, now);
    expect(delivery).toMatchObject({ status: 'pending', tries: 0, dueAt: now, completedAt: null });
    expect(delivery.isPublic).toBe(false);
    delivery.status = 'in_flight';
    expect(() => delivery.retry({ isEnabled: true }, now)).toThrow(code('delivery_in_flight'));
    for (const endpoint of [undefined, { isEnabled: false }])
      expect(() => delivery.retry(endpoint, now)).toThrow(code('endpoint_disabled'));
  });
});
