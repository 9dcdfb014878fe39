import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { tandem } from '@tandem/testing/tandem';
import { Rights } from '../../core/access/rights.js';
import { unauthenticated, unavailable } from '../../core/errors.js';
import { type Scope, systemScope } from '../../core/scope.js';
import { EventFilter } from './event-filter.js';
import { EventStream } from './event-stream.js';

const minute = 60_000;
const scopeWith = (rights: Rights) => ({ ...systemScope('tenant'), rights });
const ofOwner = scopeWith(new Rights('owner', []));

describe('an event stream', () => {
  let reauthenticate: () => Promise<Scope>;
  let stream: EventStream;
  let frames: AsyncIterator<string | Buffer>;
  const received: string[] = [];
  let isOver: boolean;
  /** Reads on until nothing more comes. */
  const settle = () => jest.advanceTimersByTimeAsync(0);
  const read = async () => {
    for (let one = await frames.next(); !one.done; one = await frames.next()) received.push(String(one.value));
    isOver = true;
  };
  const tickAfter = async (millis: number) => {
    await jest.advanceTimersByTimeAsync(millis);
    tandem.within(() => stream.tick());
    await settle();
  };

  beforeEach(async () => {
    jest.useFakeTimers();
    received.length = 0;
    isOver = false;
    reauthenticate = () => Promise.resolve(ofOwner);
    const scope = { ...ofOwner, reauthenticate: () => reauthenticate() };
    stream = tandem.within(() => new EventStream({ scope, filter: new EventFilter({}), from: 7, newest: 9 }));
    const catchUp = (one: EventStream) => Promise.resolve(void (one.isLive = true));
    frames = stream.frames(new AbortController().signal, { catchUp, ended: () => undefined })[Symbol.asyncIterator]();
  });
  afterEach(() => void jest.useRealTimers());

  describe('that is read', () => {
    beforeEach(async () => {
      void tandem.within(read);
      await settle();
    });

    it('begins with hello at its position', () => {
      expect(received).toEqual(['retry: 2000\nid: 7\nevent: hello\ndata: {"sequence":9,"heartbeat_seconds":15}\n\n']);
    });

    it('moves the position of a client without events every 15 seconds', async () => {
      stream.offer(Buffer.alloc(0), 12);
      await tickAfter(14_000);
      expect(received).toHaveLength(1);
      await tickAfter(1000);
      expect(received[1]).toBe('id: 12\nevent: bookmark\ndata: {"sequence":12}\n\n');
    });

    it('ends between 27 and 33 minutes', async () => {
      await tickAfter(27 * minute - 1);
      expect(isOver).toBe(false);
      await tickAfter(6 * minute + 1);
      expect([isOver, received.at(-1)]).toEqual([true, 'id: 7\nevent: end\ndata: {"code":"time_limit"}\n\n']);
    });

    it('asks every minute whether its caller still has the same rights', async () => {
      await tickAfter(minute + 1);
      expect(isOver).toBe(false);
      reauthenticate = () => Promise.resolve(scopeWith(new Rights('owner', [], ['tasks:read'])));
      await tickAfter(minute + 1);
      expect([isOver, received.at(-1)]).toEqual([true, expect.stringContaining('access_changed')]);
    });

    it('sends nothing while it cannot know, and goes on or ends once it can', async () => {
      reauthenticate = () => Promise.reject(unavailable());
      tandem.within(() => stream.suspect());
      await settle();
      stream.offer(Buffer.from('event'), 8);
      await jest.advanceTimersByTimeAsync(5000);
      expect(received).toHaveLength(1);
      reauthenticate = () => Promise.resolve(ofOwner);
      await jest.advanceTimersByTimeAsync(1000);
      expect(received[1]).toBe('event');
      reauthenticate = () => Promise.reject(unauthenticated());
      tandem.within(() => stream.suspect());
      await settle();
      expect([isOver, received.at(-1)]).toEqual([true, 'id: 8\nevent: end\ndata: {"code":"unauthenticated"}\n\n']);
    });
  });

  it('is not filled beyond a mebibyte for a client that does not read', async () => {
    await tandem.within(() => frames.next());
    const half = Buffer.alloc(512 * 1024);
    expect([1, 2, 3].map((step) => stream.offer(half, 7 + step))).toEqual([true, true, false]);
    expect(stream.position).toBe(9);
  });

  it('is cut after ten seconds without progress, and not while a slow client makes some', async () => {
    await tandem.within(() => frames.next());
    stream.offer(Buffer.alloc(128 * 1024), 8);
    await tandem.within(() => frames.next());
    await tickAfter(9000);
    await tandem.within(() => frames.next());
    await tickAfter(9000);
    expect(stream.cut.aborted).toBe(false);
    await tickAfter(2000);
    expect([stream.cut.aborted, stream.endedBy]).toEqual([true, 'client_stalled']);
  });
});
