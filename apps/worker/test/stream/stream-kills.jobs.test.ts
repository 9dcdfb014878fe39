import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { eventually } from '@tandem/testing/eventually';
import type { ForkedProcess } from '@tandem/testing/forked-process';
import { StreamingClient } from '@tandem/testing/streaming-client';
import { describeEachBackend } from '@tandem/testing/temporary-redis';
import { type Caller, useWorld } from '@tandem/testing/world';
import { Storm } from '../kills/storm.js';

const timeoutMillis = 120_000;

describeEachBackend('event streams, while the API is killed and the queue emptied', (backend) => {
  const world = useWorld({ backend, workers: 1 });
  const { ada, other, forkApi } = world;

  /** Follows the stream of a caller, wherever the API is, and reconnects as clients do. */
  class Follower {
    readonly sequences: number[] = [];
    reconnects = -1;
    private position = 0;
    private isOver = false;

    constructor(
      private readonly caller: Caller,
      private readonly query: string,
      private readonly address: () => string,
    ) {}

    async follow(): Promise<void> {
      while (!this.isOver) {
        const opening = { query: this.query, lastEventId: this.position };
        const client = await StreamingClient.open(this.address(), this.caller, opening).catch(() => undefined);
        if (client) await this.receive(client);
        await pause(50);
      }
    }

    end(): void {
      this.isOver = true;
    }

    private async receive(client: StreamingClient): Promise<void> {
      this.reconnects++;
      while (!this.isOver && !client.hasEnded && !client.isCut) await pause(20);
      this.sequences.push(...client.sequences);
      this.position = client.messages.at(-1)?.id ?? this.position;
      client.close();
    }
  }

  const numbered = async ({ tenantId }: Caller, condition: string) => {
    const text = `select sequence::int from events where tenant_id = $1 and sequence is not null and ${condition}
      order by sequence`;
    return (await world.asOwner<{ sequence: number }>(text, [tenantId])).map(({ sequence }) => sequence);
  };
  const unnumbered = async () =>
    (
      await world.asOwner<{ count: number }>('select count(*)::int from events where sequence is null and is_public')
    )[0]!.count;
  const emptyRedis = async () => {
    if (!world.redisUrl) return;
    const redis = new Redis(world.redisUrl);
    await redis.flushall();
    redis.disconnect();
  };

  it(
    'bring each client every event once, in order',
    async () => {
      let api: ForkedProcess = await forkApi();
      const address = () => api.address;
      const followers = [
        ...Array.from({ length: 6 }, () => new Follower(ada, '', address)),
        ...Array.from({ length: 2 }, () => new Follower(ada, 'types=task.updated', address)),
        ...Array.from({ length: 2 }, () => new Follower(other, '', address)),
      ];
      const following = followers.map((one) => one.follow());
      const storm = new Storm(world);
      const writing = Promise.all([storm.happen(2500, ada), storm.happen(500, other)]);
      for (let kill = 0; kill < 3; kill++) {
        await pause(1000);
        await emptyRedis();
        await api.end('SIGKILL');
        api = await forkApi();
      }
      await writing;
      await storm.happen(1000, ada);
      await eventually(async () => expect(await unnumbered()).toBe(0), timeoutMillis);
      await pause(3000);
      followers.forEach((one) => one.end());
      await Promise.all(following);

      const [all, updated, others] = [
        await numbered(ada, 'true'),
        await numbered(ada, `type = 'task.updated'`),
        await numbered(other, 'true'),
      ];
      expect(all).toEqual(all.map((_, index) => index + 1));
      for (const [index, { sequences, reconnects }] of followers.entries()) {
        expect(reconnects).toBeGreaterThan(0);
        expect(sequences).toEqual(index < 6 ? all : index < 8 ? updated : others);
      }
    },
    2 * timeoutMillis,
  );
});
