import { UsageDay } from '@tandem/domain/usage/usage-day';
import { storeContract } from '@tandem/testing/store-contract';
import { SqlUsageDays } from './sql-usage-days.js';

const counts = { requestCount: 2, readCount: 1, writeCount: 1, searchCount: 0, exportCount: 0, x402RevenueUsdc: 0 };

storeContract(SqlUsageDays, {
  make: (number) => Object.assign(new UsageDay(), { date: `2026-11-${String(number).padStart(2, '0')}`, ...counts }),
  change: (day) => void day.requestCount++,
});
