import { Entity } from '../core/entity.js';

/** What a tenant used on one UTC day. */
export class UsageDay extends Entity {
  date!: string;
  requestCount!: number;
  readCount!: number;
  writeCount!: number;
  searchCount!: number;
  exportCount!: number;
  x402RevenueUsdc!: number;

  get noun(): string {
    return 'usage_day';
  }
}
