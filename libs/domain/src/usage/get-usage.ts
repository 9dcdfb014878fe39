import { needing } from '../core/use-case.js';
import type { List } from '../core/page.js';
import { UsageDays } from './usage-days.port.js';

const most = 90;

export interface Usage {
  data: List;
  periodDays: number;
}

export class GetUsage extends needing({ usageDays: UsageDays }) {
  async run({ days = 30 }: { days?: number }): Promise<Usage> {
    const periodDays = Math.min(days, most);
    return { data: await this.usageDays.last(periodDays), periodDays };
  }
}
