import { UsageDay } from '@tandem/domain/usage/usage-day';
import { bigint, date, table } from '@tandem/platform/store/table';

export const usageDayTable = table(UsageDay, 'usage_days', {
  date,
  requestCount: bigint,
  readCount: bigint,
  writeCount: bigint,
  searchCount: bigint,
  exportCount: bigint,
  x402RevenueUsdc: { type: 'numeric', name: 'x402_revenue_usdc' },
});
