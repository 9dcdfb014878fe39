import { Gauge, type Registry } from 'prom-client';
import { clock } from '@tandem/domain/core/clock';
import type { Database } from '../postgres/database.js';
import { aheadOf, differing, maxDriftMillis } from '../postgres/database-time.js';
import type { Logger } from '../settings/logger.js';

const checkMillis = 2000;
const repeatMillis = 300_000;

interface Watcher {
  database: Pick<Database, 'pool'>;
  logger: Pick<Logger, 'warn' | 'info'>;
  registry: Registry;
}

/** Corrects the process clock by that of the database, and reports the drift as a metric and in the log. */
export class ClockWatch {
  private aheadMillis = 0;
  private warnedAt: number | undefined;
  private timer: NodeJS.Timeout | undefined;
  private readonly drift: Gauge;

  constructor(private readonly watcher: Watcher) {
    this.drift = new Gauge({
      name: 'tandem_clock_drift_seconds',
      help: 'How far the clock of the database is ahead of the clock of this machine',
      registers: [watcher.registry],
    });
  }

  /** Settles once the database time is known; it is checked every two seconds from then on. */
  async start(): Promise<void> {
    await this.check();
    this.timer = setInterval(() => void this.check(), checkMillis).unref();
  }

  close(): void {
    clearInterval(this.timer);
  }

  private async check(): Promise<void> {
    const { pool } = this.watcher.database;
    const timeOf = async (text: string) => (await pool.query<Record<string, unknown>>(text)).rows;
    const ahead = await aheadOf(timeOf, this.aheadMillis).catch(() => undefined);
    if (ahead === undefined) return;
    this.aheadMillis = ahead;
    clock.correct(ahead);
    this.drift.set(ahead / 1000);
    this.report(ahead);
  }

  private report(ahead: number): void {
    const { logger } = this.watcher;
    if (Math.abs(ahead) <= maxDriftMillis) {
      if (this.warnedAt !== undefined) logger.info('the clocks of this machine and the database agree again');
      this.warnedAt = undefined;
    } else if (this.warnedAt === undefined || performance.now() - this.warnedAt > repeatMillis) {
      logger.warn(`${differing(ahead)}; the time of the database is used. Synchronise the clocks, for example by NTP`);
      this.warnedAt = performance.now();
    }
  }
}
