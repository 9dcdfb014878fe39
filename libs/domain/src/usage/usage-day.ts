import { Entity } from '../core/entity.js';

export class UsageDay extends Entity {
  static readonly resourceType = 'usage_day';
  date!: string;
  requestCount!: number;
  readCount!: number;
  writeCount!: number;
  searchCount!: number;
  exportCount!: number;
  x402RevenueUsdc!: number;
}
