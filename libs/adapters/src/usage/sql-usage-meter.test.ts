import { describe, expect, it } from '@jest/globals';
import { currentScope } from '@tandem/domain/core/scope';
import { useStore } from '@tandem/testing/use-store';
import { SqlUsageMeter } from './sql-usage-meter.js';

describe('SqlUsageMeter', () => {
  const { ours, query } = useStore(SqlUsageMeter);
  const count = (kind: 'read' | 'write') =>
    ours((meter) => meter.count(currentScope().tenantId, { kind, also: 'search' }));
  const flush = () => ours((meter) => meter.flush());

  it('keeps counts for the next flush if writing fails', async () => {
    count('read');
    await query('alter table usage_days rename to usage_days_away');
    await expect(flush()).rejects.toThrow('usage_days');
    count('write');
    await query('alter table usage_days_away rename to usage_days');
    await flush();
    await flush();
    const columns = 'request_count::int, read_count::int, write_count::int, search_count::int';
    const written = { request_count: 2, read_count: 1, write_count: 1, search_count: 2 };
    expect(await query(`select ${columns} from usage_days`)).toEqual([written]);
  });
});
