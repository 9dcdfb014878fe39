import { Redis } from 'ioredis';
import { newId } from '@tandem/domain/core/id';
import { asOwner } from '@tandem/testing/temporary-postgres';
import type { Caller, World } from '@tandem/testing/world';

const wipesApartMillis = 100;
const eventsAtOnce = 20;
const maxFailedStarts = 5;

const insert = `insert into events (tenant_id, id, type, is_public, resource_type, resource_id,
    actor_type, actor_id, channels, metadata, data, created_at)
  select $1, id, case when place % 10 = 0 then 'task.updated' else 'task.created' end, true, 'task', id,
    'system', 'system', '{tasks}', '{}',
    json_build_object('id', id), now()
  from unnest($2::uuid[]) with ordinality as made (id, place)`;

/** Empties the queue of a running Tandem ten times a second, and kills its workers one by one. */
export class Storm {
  private isOver = false;
  private readonly ways: Promise<void>[] = [];
  kills = 0;

  /** After so many kills a worker is left alive: a slow machine is not to make a longer storm of it. */
  constructor(
    private readonly world: World,
    private readonly maxKills = 5,
  ) {}

  start(): void {
    this.ways.push(this.wipe(), this.kill(), this.kill());
  }

  /** Lets it calm down, and leaves one worker alive. */
  async end(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.ways);
    await this.world.forkWorker();
  }

  /** Stores events of a tenant, in small transactions that commit beside those of other tenants. */
  async happen(count: number, { tenantId }: Caller): Promise<void> {
    for (let created = 0; created < count; created += eventsAtOnce) {
      const ids = Array.from({ length: Math.min(eventsAtOnce, count - created) }, () => newId());
      await asOwner(this.world.databaseUrl, insert, [tenantId, ids]);
    }
  }

  private async wipe(): Promise<void> {
    const empty = this.world.redisUrl ? this.emptyRedis() : this.emptyTables();
    while (!this.isOver) {
      await empty.now();
      await pause(wipesApartMillis);
    }
    await empty.close();
  }

  private emptyRedis() {
    const redis = new Redis(this.world.redisUrl);
    return { now: () => redis.flushall(), close: async () => redis.disconnect() };
  }

  /** Jobs of every queue on PostgreSQL; not what says which version of its schema it is. */
  private emptyTables() {
    const now = async () => {
      const text = `select format('delete from bullmq.%I', tablename) as text from pg_tables
        where schemaname = 'bullmq' and tablename !~ 'migration|version|meta'`;
      const rows = await asOwner<{ text: string }>(this.world.databaseUrl, text);
      const all = rows.map((row) => row.text).join(';') || 'select 1';
      await asOwner(this.world.databaseUrl, all).catch(() => undefined); // a deadlock is no wipe
    };
    return { now, close: async () => undefined };
  }

  /** A worker that works, is killed after a while, and is followed by the next. */
  private async kill(): Promise<void> {
    let failedStarts = 0;
    while (!this.isOver && this.kills < this.maxKills) {
      try {
        const worker = await this.world.forkWorker();
        failedStarts = 0;
        await pause(1500 + Math.random() * 1500);
        await worker.end('SIGKILL');
        this.kills++;
      } catch (error) {
        // Whoever runs a worker starts it again, say when a busy database did not answer in time.
        if (++failedStarts > maxFailedStarts) throw error;
      }
    }
    if (!this.isOver) await this.world.forkWorker();
  }
}

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis));
