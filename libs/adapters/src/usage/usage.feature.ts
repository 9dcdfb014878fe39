import { UsageMeter } from '@tandem/domain/core/telemetry/usage-meter';
import { GetUsage } from '@tandem/domain/usage/get-usage';
import { UsageDays } from '@tandem/domain/usage/usage-days.port';
import { bind, type Feature, GET, one } from '@tandem/platform/feature/feature';
import { CreateUsage1764000006000 } from './migrations/1764000006000-create-usage.js';
import { SqlUsageDays } from './sql-usage-days.js';
import { SqlUsageMeter } from './sql-usage-meter.js';
import { usageDayFields, usageView } from './usage-day.fields.js';
import { GetUsageInput } from './usage.inputs.js';
import { usageProblems } from './usage.problems.js';

export const usage: Feature = {
  name: 'usage',
  summary: 'Daily usage of the tenant',
  domains: { usage: 'work' },
  tables: [usageDayFields.table],
  migrations: [CreateUsage1764000006000],
  adapters: [bind(UsageDays, SqlUsageDays), bind(UsageMeter, SqlUsageMeter)],
  problems: usageProblems,
  toolVocabulary: { beyond: 'usage', synonyms: { cost: 'usage', price: 'usage', spend: 'usage', spent: 'usage' } },
  routes: [
    GET('/usage', 'usage:read', "Get the tenant's usage over the last days", {
      input: GetUsageInput,
      run: GetUsage,
      response: one(usageView),
    }),
  ],
};
