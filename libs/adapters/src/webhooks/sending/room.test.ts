import { afterEach, describe, expect, it } from '@jest/globals';
import { Room } from './room.js';
import type { SendingLine } from './sending-line.js';

let made: { willHaveRoom: boolean }[] = [];

/** Lines by the ids of their endpoints, each full or with room. */
function roomOf(full: Record<string, boolean>) {
  const lines = new Map(Object.entries(full).map(([id, willHaveRoom]) => [id, { willHaveRoom }]));
  made.push(...lines.values());
  const room = new Room(lines as unknown as Map<string, SendingLine>);
  /** Whether the next fan-out of a tenant waits, while `mostWaiting` may. */
  const waits = async (tenantId: string, mostWaiting = 10) => {
    const going = room.until(tenantId, mostWaiting).then(() => false);
    return Promise.race([going, new Promise<boolean>((resolve) => setImmediate(resolve, true))]);
  };
  return { lines, room, waits };
}

describe('the room that fan-outs wait for', () => {
  /** Nobody goes on waiting. */
  afterEach(() => {
    for (const line of made) line.willHaveRoom = false;
    made = [];
  });

  it('is that of the endpoints that the last fan-out of the tenant had something for', async () => {
    const { lines, room, waits } = roomOf({ full: true, free: false });
    expect(await waits('tenant')).toBe(false);
    room.reached('tenant', ['full', 'of another worker']);
    expect([await waits('tenant'), await waits('another tenant')]).toEqual([true, false]);
    const going = room.until('tenant', 10);
    lines.get('full')!.willHaveRoom = false;
    await going;
    room.reached('tenant', ['free']);
    expect(await waits('tenant')).toBe(false);
  });

  it('is no longer waited for once one of several has room, and a moment has passed', async () => {
    const { lines, room } = roomOf({ full: true, 'full too': true });
    room.reached('tenant', ['full', 'full too']);
    const going = room.until('tenant', 10);
    lines.get('full')!.willHaveRoom = false;
    await going;
    expect(lines.get('full too')!.willHaveRoom).toBe(true);
  });

  it('is waited for by no more than may wait', async () => {
    const { room, waits } = roomOf({ full: true });
    for (const tenant of ['a', 'b', 'c']) room.reached(tenant, ['full']);
    expect([await waits('a', 2), await waits('b', 2), await waits('c', 2)]).toEqual([true, true, false]);
  });

  it('is divided among all lines', async () => {
    const bringing = (count: number) => {
      const { room } = roomOf(Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}`, false])));
      return room.until('tenant', 1);
    };
    expect(await Promise.all([0, 1, 10, 50, 1000].map(bringing))).toEqual([2000, 2000, 200, 40, 16]);
  });
});
