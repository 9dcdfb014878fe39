import type { Usage } from '@tandem/domain/usage/get-usage';
import { UsageDay } from '@tandem/domain/usage/usage-day';
import { fields } from '@tandem/platform/store/table';
import { createdAt, id, shown, tenantId } from '@tandem/platform/view/fields';
import { date, instant, int32, int64, number } from '@tandem/platform/view/kinds';
import { records, view } from '@tandem/platform/view/view';

export const usageDayFields = fields(UsageDay, 'usage_days', {
  id,
  tenantId,
  date: shown(date, 'The day, in UTC.', '2026-11-21'),
  requestCount: shown(int64, 'Authenticated requests that reached an operation.', 150),
  readCount: shown(int64, 'GET and HEAD requests.', 120),
  writeCount: shown(int64, 'All other requests.', 30),
  searchCount: shown(
    int64,
    'Requests to operations that search, each also counted as a read or write. ' +
      'The description of an operation says whether it counts here.',
    12,
  ),
  exportCount: shown(
    int64,
    'Requests to operations that export many records at once, each also counted as a read or write. ' +
      'The description of an operation says whether it counts here.',
    0,
  ),
  x402RevenueUsdc: shown(
    number,
    'Payments for individual requests, in USDC, by x402: a protocol that requests payment with HTTP status 402 ' +
      '(https://www.x402.org). No operation requests payment yet, so it is 0.',
    0,
  ),
  createdAt,
  updatedAt: shown(instant, 'When the counts were last updated: at most every 5 seconds.', '2026-11-21T10:05:10.000Z'),
});

export const usageView = view<Usage>()('Usage', {
  data: shown(records(usageDayFields.view), 'Days with counts, newest first.'),
  periodDays: shown(int32, 'Length of the period in days, including today.', 30),
});
