import type { UsageDay } from '@tandem/domain/usage/usage-day';
import type { Usage } from '@tandem/domain/usage/get-usage';
import { date, instant, int32, int64, number, uuid } from '@tandem/platform/view/kinds';
import { view } from '@tandem/platform/view/view';
import { records } from '@tandem/platform/view/view-parts';
import { usageGlossary } from './usage.glossary.js';

export const usageDayView = view<UsageDay>(usageGlossary)('UsageDay', {
  id: uuid,
  tenant_id: uuid,
  date,
  request_count: int64,
  read_count: int64,
  write_count: int64,
  search_count: int64,
  export_count: int64,
  x402_revenue_usdc: number,
  created_at: instant,
  updated_at: instant,
});

export const usageView = view<Usage>(usageGlossary)('Usage', { data: records(usageDayView), period_days: int32 });
