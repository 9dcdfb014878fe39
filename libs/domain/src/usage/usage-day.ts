import { Entity } from '../core/entity.js';

/** A tenant's usage on one UTC day. */
export class UsageDay extends Entity {
  static readonly noun = 'usage_day';
  date!: string;
  requestCount!: number;
  readCount!: number;
  writeCount!: number;
  searchCount!: number;
  exportCount!: number;
  x402RevenueUsdc!: number;
}
