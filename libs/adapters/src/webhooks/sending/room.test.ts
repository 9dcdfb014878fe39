import { afterEach, describe, expect, it } from '@jest/globals';
import { type LineRoom, Room } from './room.js';

const soon = () => new Promise<'waits'>((resolve) => setImmediate(resolve, 'waits'));
let made: Line[] = [];

/** Counts how often it was looked at. */
class Line {
  asked = 0;

  constructor(private now: LineRoom) {}

  get room(): LineRoom {
    this.asked++;
    return this.now;
  }

  set room(now: LineRoom) {
    this.now = now;
  }
}

/** Lines by the ids of their endpoints. */
function roomWith(rooms: Record<string, LineRoom>, isBusy = false) {
  const lines = new Map(Object.entries(rooms).map(([id, now]) => [id, new Line(now)]));
  made.push(...lines.values());
  const room = new Room(lines, { isBusy });
  room.reached('tenant', Object.keys(rooms));
  /** How many events the next fan-out of the tenant brings, or that it waits. */
  const next = (tenantId = 'tenant', mostWaiting = 10) => Promise.race([room.until(tenantId, mostWaiting), soon()]);
  return { lines, room, next };
}

describe('the room that fan-outs wait for', () => {
  /** Nobody goes on waiting. */
  afterEach(() => {
    for (const line of made) line.room = 'free';
    made = [];
  });

  it('is that of the endpoints that the last fan-out of the tenant had something for', async () => {
    const { lines, room, next } = roomWith({ full: 'full', free: 'free' });
    room.reached('tenant', ['full', 'of another worker']);
    expect([await next(), await next('another tenant')]).toEqual(['waits', Infinity]);
    const going = room.until('tenant', 10);
    lines.delete('full');
    expect(await going).toBe(Infinity);
    room.reached('tenant', ['free']);
    expect(await next()).toBe(2000);
  });

  it.each<[string, LineRoom[], boolean]>([
    ['one that is full', ['full'], true],
    ['one that is full, beside a slow one', ['full', 'not soon'], true],
    ['one that is full, beside one that sends what is due', ['full', 'after what is due'], true],
    ['all that send what is due', ['after what is due', 'not soon'], true],
    ['one that sends what is due, beside a free one', ['after what is due', 'free'], false],
    ['a slow one', ['not soon'], false],
    ['a free one', ['free'], false],
  ])('is waited for or not: %s', async (_name, rooms, isWaitedFor) => {
    const { next } = roomWith(Object.fromEntries(rooms.entries()));
    expect((await next()) === 'waits').toBe(isWaitedFor);
  });

  it('is waited for a moment more once one of several is free', async () => {
    const { lines, room } = roomWith({ full: 'full', 'full too': 'full' });
    const going = room.until('tenant', 10);
    lines.get('full')!.room = 'free';
    await going;
    // Every five milliseconds, for three seconds otherwise.
    const { asked } = lines.get('full too')!;
    expect([asked > 1, asked < 100]).toEqual([true, true]);
  });

  it('is waited for by few for long, and by all for a moment', async () => {
    const { lines, room } = roomWith({ full: 'full' });
    const first = Promise.race([room.until('tenant', 1), soon()]);
    expect(await first).toBe('waits');
    await room.until('tenant', 1);
    expect([lines.get('full')!.asked > 3, lines.get('full')!.asked < 200]).toEqual([true, true]);
  });

  it('is divided among all lines, by what a busy process sends', async () => {
    const bringing = (count: number, isBusy = false) =>
      roomWith(Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}`, 'free' as const])), isBusy).next();
    const shares = [bringing(0), bringing(1), bringing(10), bringing(20), bringing(1000), bringing(10, true)];
    expect(await Promise.all(shares)).toEqual([Infinity, 2000, 200, 100, 64, 64]);
  });

  it('grows with what the process sends', async () => {
    const { room, next } = roomWith({ free: 'free' }, true);
    for (let answers = 0; answers < 100_000; answers++) room.answered();
    expect(await next()).toBeGreaterThan(2000);
  });
});
