import { problemCodes } from '@tandem/platform/feature/problem-codes';
import { glossary } from '@tandem/platform/view/glossary';

export const usageGlossary = glossary(`
date | The day, in UTC. | "2026-11-21"
request_count | Requests that were authenticated and reached an operation. | 150
read_count | Those of GET and HEAD. | 120
write_count | All others. | 30
search_count | Requests to operations that search; each is counted under read or write as well. The description of an operation says if it counts here. | 12
export_count | Requests to operations that export many records at once; each is counted under read or write as well. The description of an operation says if it counts here. | 0
x402_revenue_usdc | What callers paid for single requests, in USDC, by x402: a protocol that asks for payment with HTTP status 402 (https://www.x402.org). No operation asks for payment so far, so it is 0. | 0
UsageDay.updated_at | When the counts were last added to: every 5 seconds at most. | "2026-11-21T10:05:10.000Z"
Usage.data | The days that have counts, newest first. |
period_days | The number of days that was looked back, today included. | 30
days | Days to look back, today included; default 30, more than 90 is taken as 90. | 30
`);

export const usageProblems = problemCodes(`
date_taken | 409 | Date taken | There is already a record of this date. | Read that record.
`);
