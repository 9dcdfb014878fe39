import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Tandem } from '@tandem/client';
import { UsageFault } from '../failures.js';

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** The sequence after which to begin, of `now`, an age such as `1h` or a sequence; undefined means from now on. */
export async function startingPoint(tandem: Tandem, since: string): Promise<number | undefined> {
  if (since === 'now') return undefined;
  const [, amount, unit] = /^(\d{1,15})([smhd]?)$/.exec(since) ?? [];
  if (amount === undefined)
    throw new UsageFault('--since must be now, a sequence, or an age such as 90s, 15m, 1h or 2d');
  if (!unit) return Number(amount);
  const then = Math.max(0, Date.now() - Number(amount) * unitSeconds[unit]! * 1_000);
  const { data } = await tandem.events.list({ query: { until: new Date(then).toISOString(), limit: 1 } });
  return data[0]?.sequence ?? 0;
}

/** Where a later `listen` of the same workspace, target and filters continues. Kept in `$XDG_STATE_HOME/tandem`. */
export class Bookmark {
  private readonly file: string;

  constructor(...listening: unknown[]) {
    const folder = join(process.env.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'tandem');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const name = createHash('sha256').update(JSON.stringify(listening)).digest('hex').slice(0, 32);
    this.file = join(folder, `listen-${name}`);
  }

  read(): string | undefined {
    try {
      return /^\d{1,15}$/m.exec(readFileSync(this.file, 'utf8'))?.[0];
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  write(sequence: number): void {
    const beside = `${this.file}.${process.pid}`;
    writeFileSync(beside, `${sequence}\n`, { mode: 0o600 });
    renameSync(beside, this.file);
  }
}
