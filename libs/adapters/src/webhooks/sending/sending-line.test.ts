import { afterEach, describe, expect, it, jest } from '@jest/globals';
import {
  type Claim,
  type Claimed,
  mostAtOnce,
  type Settled,
} from '@tandem/domain/webhooks/deliveries/delivery-claims.port';
import { ok } from '@tandem/testing/answers';
import { OpenClaim } from './open-claim.js';
import { SendingLine } from './sending-line.js';

const soon = () => new Promise<void>((resolve) => setTimeout(resolve, 1));

/** A clock that only the test moves on: how busy the machine is decides nothing. */
function standingClock() {
  const clock = { millis: 0 };
  jest.spyOn(performance, 'now').mockImplementation(() => clock.millis);
  return clock;
}

const claimOf = (count: number, isDirect = false): Claim => {
  const taken = Array.from({ length: count }, (_, i) => ({ deliveryId: `${i}`, attempt: 1 }) as Claimed);
  return {
    id: 'claim',
    taken,
    isDirect,
    isHealthy: true,
    hasRoom: true,
    hasMore: false,
    skipped: 0,
  } as unknown as Claim;
};

/** A line on a database that is told of here; `refuses` says what it does not store. */
function lineThat({ refuses = () => false as boolean, answer = async () => ok, atOnce = () => mostAtOnce }) {
  const told = { sent: 0, settled: 0, given: 0, left: NaN, isReleased: false };
  const store = (left: number) => {
    if (refuses()) throw new Error('the database takes no such thing');
    told.left = left;
  };
  const open = (claim: Claim) =>
    new OpenClaim(claim, {
      settle: async ({ tried, left }: Settled) => {
        store(left);
        told.settled += tried.length;
        return true;
      },
      giveBack: async (unsent, left) => {
        store(left);
        told.given += unsent.length;
      },
      release: () => void (told.isReleased = true),
    });
  const answerTo = async () => {
    told.sent++;
    await soon();
    return answer();
  };
  return { told, line: new SendingLine({ open, answerTo, atOnce, isStopping: () => false }) };
}

describe('a line to an endpoint', () => {
  afterEach(() => void jest.restoreAllMocks());

  it('sends and stores all of a claim', async () => {
    const { told, line } = lineThat({});
    line.take(claimOf(100));
    await line.end();
    expect(told).toEqual({ sent: 100, settled: 100, given: 0, left: 0, isReleased: true });
  });

  // A delivery of a direct claim may have no row: it is known as long as the claim is.
  it.each([
    { isDirect: false, left: 0 },
    { isDirect: true, left: 1 },
  ])('sends no more once an answer could not be stored, gives back the rest and fails: %o', async (one) => {
    let writes = 0;
    const { told, line } = lineThat({ refuses: () => ++writes === 1 });
    line.take(claimOf(200, one.isDirect));
    await expect(line.end()).rejects.toThrow('the database takes no such thing');
    expect(told.sent).toBeLessThan(40 + mostAtOnce);
    expect(told.sent + told.given).toBe(200);
    expect([told.sent - told.settled > 0, told.sent - told.settled <= 40]).toEqual([true, true]);
    expect(told).toMatchObject({ left: one.left, isReleased: true });
  });

  it('sends no more while nothing at all can be stored', async () => {
    const { told, line } = lineThat({ refuses: () => true });
    line.take(claimOf(200));
    await expect(line.end()).rejects.toThrow('the database takes no such thing');
    expect(told.sent).toBeLessThan(40 + mostAtOnce);
    expect(told).toMatchObject({ settled: 0, given: 0, isReleased: true });
  });

  it('leaves the endpoint the room of what could not be tried', async () => {
    const answer = () => Promise.reject(new Error('the secret cannot be opened'));
    const { told, line } = lineThat({ answer });
    line.take(claimOf(30));
    await expect(line.end()).rejects.toThrow('the secret cannot be opened');
    expect(told).toEqual({ sent: mostAtOnce, settled: 0, given: 30 - mostAtOnce, left: 0, isReleased: true });
  });

  it('sends the claims of fan-outs one after the other, and has room again before the last is sent', async () => {
    const clock = standingClock();
    const { told, line } = lineThat({ answer: async () => (clock.millis++, ok) });
    clock.millis++;
    expect([line.hasRoom, line.room, line.isIdle]).toEqual([true, 'free', true]);
    line.take(claimOf(200, true));
    expect([line.hasRoom, line.room, line.isIdle]).toEqual([false, 'full', false]);
    while (!line.hasRoom) await soon();
    expect(line.room).toBe('full');
    while (line.room === 'full') await soon();
    expect([line.hasRoom, told.sent < 200]).toEqual([true, true]);
    line.take(claimOf(50, true));
    await line.end();
    expect([told.sent, told.settled, line.isIdle]).toEqual([250, 250, true]);
  });

  it('has room after what is due, which goes first, as long as the endpoint answers quickly', async () => {
    const clock = standingClock();
    const { told, line } = lineThat({ answer: async () => ((clock.millis += 10), ok) });
    clock.millis++;
    line.take(claimOf(50, true));
    const due = claimOf(15);
    line.take(due);
    expect(line.room).toBe('after what is due');
    while (line.room === 'after what is due') await soon();
    expect(told.sent).toBeLessThan(50);
    line.hasMoreDue = true;
    expect(line.room).toBe('after what is due');
    await line.end();
    expect(line.room).toBe('free');
  });

  it('has no room soon where the endpoint answers slowly', async () => {
    const clock = standingClock();
    const { line } = lineThat({ answer: async () => ((clock.millis += 500), ok) });
    clock.millis++;
    line.take(claimOf(100));
    while (line.room === 'after what is due') await soon();
    expect([line.room, line.isIdle]).toEqual(['not soon', false]);
    await line.end();
  });

  it('asks for more at once where a claim had all that was asked for and less than may be under way', async () => {
    const answers: (() => void)[] = [];
    const { line } = lineThat({ answer: () => new Promise((resolve) => answers.push(() => resolve(ok))) });
    line.take(claimOf(4), 4);
    await line.runsLow();
    line.take(claimOf(3), 5);
    let isLow = false;
    const low = line.runsLow().then(() => (isLow = true));
    while (answers.length < 7) await soon();
    expect(isLow).toBe(false);
    answers.pop()!();
    await low;
    answers.forEach((send) => send());
    await line.end();
  });

  it('takes nothing while it is broken, and begins anew when all has ended', async () => {
    let answers = 0;
    const answer = async () => (++answers === 1 ? { ...ok, error: 'non_2xx' as const } : ok);
    const { told, line } = lineThat({ answer });
    line.take(claimOf(30, true));
    while (told.given === 0) await soon();
    expect([line.hasRoom, line.room]).toEqual([false, 'not soon']);
    line.take(claimOf(5, true));
    await line.end();
    expect(told.sent + told.given).toBe(35);
    expect(told.given).toBeGreaterThanOrEqual(25);
    expect(line.hasRoom).toBe(true);
  });

  it('has few under way while the process is busy, and ten nevertheless where they take long', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const clock = standingClock();
    const { told, line } = lineThat({ answer: () => held.then(() => ok), atOnce: () => 3 });
    clock.millis++;
    line.take(claimOf(30, true));
    await soon();
    expect([told.sent, line.room]).toEqual([3, 'full']);
    for (; told.sent < mostAtOnce && told.given === 0; await soon()) clock.millis += 50;
    expect([told.sent, line.room]).toEqual([mostAtOnce, 'not soon']);
    release();
    await line.end();
    expect(told).toMatchObject({ sent: 30, settled: 30 });
  });
});
