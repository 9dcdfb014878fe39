import { uses } from '../core/use-case.js';
import type { List } from '../core/page.js';
import { UsageDays } from './usage-days.port.js';

const max = 90;

export interface Usage {
  data: List;
  periodDays: number;
}

export class GetUsage extends uses({ usageDays: UsageDays }) {
  async run({ days = 30 }: { days?: number }): Promise<Usage> {
    const periodDays = Math.min(days, max);
    return { data: await this.usageDays.last(periodDays), periodDays };
  }
}
