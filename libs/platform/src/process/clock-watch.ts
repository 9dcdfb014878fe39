import { Gauge, type Registry } from 'prom-client';
import { clock } from '@tandem/domain/core/clock';
import type { Database } from '../postgres/database.js';
import { aheadOf, differing, maxDriftMillis } from '../postgres/database-time.js';
import type { Logger } from '../settings/logger.js';

const everyMillis = 2000;
/** Told again so long as it lasts. */
const againMillis = 300_000;

interface Watcher {
  database: Pick<Database, 'pool'>;
  logger: Pick<Logger, 'warn' | 'info'>;
  registry: Registry;
}

/** Keeps the clock of the process at the time of the database, and says by a metric and in the log how far the machine's is off. */
export class ClockWatch {
  private aheadMillis = 0;
  private toldAt: number | undefined;
  private timer: NodeJS.Timeout | undefined;
  private readonly drift: Gauge;

  constructor(private readonly watcher: Watcher) {
    this.drift = new Gauge({
      name: 'tandem_clock_drift_seconds',
      help: 'How far the clock of the database is ahead of that of this machine',
      registers: [watcher.registry],
    });
  }

  /** Settles when the time of the database is known; it is asked for every two seconds from then on. */
  async start(): Promise<void> {
    await this.look();
    this.timer = setInterval(() => void this.look(), everyMillis).unref();
  }

  close(): void {
    clearInterval(this.timer);
  }

  private async look(): Promise<void> {
    const { pool } = this.watcher.database;
    const timeOf = async (text: string) => (await pool.query<Record<string, unknown>>(text)).rows;
    const ahead = await aheadOf(timeOf, this.aheadMillis).catch(() => undefined);
    if (ahead === undefined) return;
    this.aheadMillis = ahead;
    clock.correct(ahead);
    this.drift.set(ahead / 1000);
    this.tell(ahead);
  }

  private tell(ahead: number): void {
    const { logger } = this.watcher;
    if (Math.abs(ahead) <= maxDriftMillis) {
      if (this.toldAt !== undefined) logger.info('the clocks of this machine and of the database agree again');
      this.toldAt = undefined;
    } else if (this.toldAt === undefined || performance.now() - this.toldAt > againMillis) {
      logger.warn(`${differing(ahead)}; that of the database counts. Synchronise them, for example by NTP`);
      this.toldAt = performance.now();
    }
  }
}
