import { describe, expect, it } from '@jest/globals';
import type { Claim, DeliveryClaims } from '@tandem/domain/webhooks/deliveries/delivery-claims.port';
import type { Answer } from '@tandem/domain/webhooks/deliveries/answer';
import type { ClaimDeliveries } from '@tandem/domain/webhooks/deliveries/claim-deliveries';
import type { SettleDeliveries } from '@tandem/domain/webhooks/deliveries/settle-deliveries';
import type { WebhookEndpoint } from '@tandem/domain/webhooks/endpoints/webhook-endpoint';
import type { WebhookSender } from '@tandem/domain/webhooks/webhook-sender.port';
import { newId } from '@tandem/domain/core/id';
import { Stopping } from '@tandem/domain/core/stopping';
import { asTenant } from '@tandem/testing/as-tenant';
import { ok, refused } from '@tandem/testing/answers';
import { Opening } from './opening.js';
import { PipelinedDeliverySending } from './pipelined-delivery-sending.js';

const endpointOf = (id: string) => ({ id }) as WebhookEndpoint;
const claimOf = (id: string, count: number): Claim => ({
  id: newId(),
  endpoint: endpointOf(id),
  taken: Array.from({ length: count }, () => ({ deliveryId: newId(), attempt: 1 }) as Claim['taken'][number]),
  isDirect: true,
  isHealthy: true,
  hasRoom: true,
  hasMore: false,
  skipped: 0,
});

/** Sends to endpoints that answer when they are told to; so many deliveries are due, and seem to be more. */
function sendingTo({ due = 0, settled = async () => true } = {}) {
  let answer: (is?: Answer) => void = () => undefined;
  let answered = new Promise<Answer>((resolve) => (answer = (is = ok) => resolve(is)));
  const answers = (is: Answer) => void (answered = Promise.resolve(is));
  const told = { claims: 0 };
  const claim = {
    run: async ({ endpointId }: { endpointId: string }) => {
      told.claims++;
      return {
        ...claimOf(endpointId, told.claims === 1 ? due : 0),
        isDirect: false,
        hasMore: told.claims === 1 && due > 0,
      };
    },
  } as unknown as ClaimDeliveries;
  const claims = { keep: () => () => undefined, giveBack: async () => undefined } as unknown as DeliveryClaims;
  const settle = { run: settled } as unknown as SettleDeliveries;
  const opening = new Opening(settle, claims, { tell: () => undefined });
  const sender = { send: () => answered } as unknown as WebhookSender;
  return { told, answer, answers, sending: new PipelinedDeliverySending(claim, opening, sender, new Stopping()) };
}

describe('what a process sends to many endpoints', () => {
  const inTenant = <T>(work: () => T) => asTenant(newId(), work);

  it('is begun for no more than it may send to, and goes on for those it sends to', () =>
    inTenant(async () => {
      const { sending, answer } = sendingTo();
      const offered = () => sending.receivers(['a', 'b', 'c'].map(endpointOf), 2).map(({ endpoint }) => endpoint.id);
      expect(offered()).toEqual(['a', 'b']);
      sending.send([claimOf('b', 1), claimOf('c', 1)], []);
      expect(offered()).toEqual(['b', 'c']);
      answer();
      await sending.sendDue('b', Date.now() + 1000);
      await sending.sendDue('c', Date.now() + 1000);
      expect(offered()).toEqual(['a', 'b']);
    }));

  it('is waited for until an endpoint that answers can have more, and not where nothing is answered', () =>
    inTenant(async () => {
      const [quick, silent] = [sendingTo(), sendingTo()];
      quick.answer();
      const receivers = [];
      for (const { sending } of [quick, silent]) {
        sending.send([claimOf('a', 200)], []);
        receivers.push(sending.receivers([endpointOf('a')], 1).length);
        await sending.untilRoom(1);
        receivers.push(sending.receivers([endpointOf('a')], 1).length);
      }
      expect(receivers).toEqual([0, 1, 0, 0]);
      silent.answer();
    }));

  it('is waited for where something is due that the last fan-out made', () =>
    inTenant(async () => {
      const { sending, answer } = sendingTo({ due: 12 });
      expect(await sending.untilRoom(1)).toBe(Infinity);
      sending.send([], ['a']);
      const sent = sending.sendDue('a', Date.now() + 60_000);
      await new Promise(setImmediate);
      const next = sending.untilRoom(1).then(() => 'goes on');
      const waits = new Promise((resolve) => setImmediate(resolve, 'waits'));
      expect(await Promise.race([next, waits])).toBe('waits');
      answer();
      expect([await sent, await next]).toEqual(['done', 'goes on']);
    }));

  it('is waited for by one, who looks again for all who came meanwhile', () =>
    inTenant(async () => {
      const { sending, answer, told } = sendingTo();
      sending.send([claimOf('a', 1)], []);
      const ends = Date.now() + 60_000;
      const first = sending.sendDue('a', ends);
      await new Promise(setImmediate);
      expect([await sending.sendDue('a', ends), await sending.sendDue('a', ends)]).toEqual([
        'nothing to send',
        'nothing to send',
      ]);
      expect(told.claims).toBe(3);
      answer();
      expect(await first).toBe('done');
    }));

  it('leaves nothing where all was taken, and what is left is told until somebody looks for what is due', () =>
    inTenant(async () => {
      const [taking, refusing] = [sendingTo(), sendingTo()];
      const leftNothing = async ({ sending }: typeof taking, answer: () => void) => {
        sending.send([claimOf('a', 2)], []);
        const left = sending.leftNothing('a');
        answer();
        return left;
      };
      expect(await taking.sending.leftNothing('a')).toBe(false);
      expect(await leftNothing(taking, () => taking.answer())).toBe(true);
      expect(await leftNothing(refusing, () => refusing.answer(refused))).toBe(false);
      refusing.answers(ok);
      expect(await leftNothing(refusing, () => undefined)).toBe(false);
      await refusing.sending.sendDue('a', Date.now() + 60_000);
      expect(await leftNothing(refusing, () => undefined)).toBe(true);
      expect([taking.told.claims, refusing.told.claims]).toEqual([0, 1]);
    }));

  it('leaves something where an outcome is not stored, or a claim comes behind a failure and is given back', () =>
    inTenant(async () => {
      const stores: (() => Promise<boolean>)[] = [async () => false, () => Promise.reject(new Error('not stored'))];
      for (const settled of stores) {
        const { sending, answer } = sendingTo({ settled });
        answer();
        sending.send([claimOf('a', 1)], []);
        expect(await sending.leftNothing('a')).toBe(false);
      }
      const { sending, answer } = sendingTo();
      sending.send([claimOf('a', 12)], []);
      const left = sending.leftNothing('a');
      sending.send([claimOf('a', 1)], []);
      expect(await sending.leftNothing('a')).toBe(true);
      answer(refused);
      expect(await left).toBe(false);
    }));
});
