import { describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';
import { asPipeline } from './sales.js';

describe('the summary of a pipeline', () => {
  const { ada, other } = useWorld();

  it('adds up three currencies by stage, won in full and lost not at all', async () => {
    const { id, deal, lead, proposal, won, lost } = await asPipeline(ada);
    expect((await ada.get(`/pipelines/${id}/summary`)).body).toEqual({ stages: [], totals: [] });
    const elsewhere = await asPipeline(ada);
    await elsewhere.deal({ amount_cents: 1_000_000, currency: 'EUR' });
    await deal({ stage_id: proposal, amount_cents: 101, currency: 'EUR' }); // 50.50
    await deal({ stage_id: proposal, amount_cents: 33, currency: 'EUR', confidence: 33 }); // 10.89
    await deal({ stage_id: lead, amount_cents: 4, currency: 'EUR' }); // 0.40
    await deal({ stage_id: lead, amount_cents: 1, currency: 'EUR' }); // 0.10
    await deal({ stage_id: lead, currency: 'EUR' });
    await deal({ stage_id: lead, amount_cents: 5, currency: 'USD' }); // 0.50
    await deal({ stage_id: won, amount_cents: 700, currency: 'USD', confidence: 20 }); // 700
    await deal({ stage_id: lost, amount_cents: 900, currency: 'USD', confidence: 80 }); // 0
    await deal({ stage_id: lost, amount_cents: 12, currency: 'JPY' }); // 0
    const gone = await deal({ stage_id: lead, amount_cents: 9999, currency: 'EUR' });
    await ada.delete(`/deals/${gone.id}`);
    const sums = (currency: string, count: number, amount_cents: number, weighted_cents: number) => ({
      currency,
      count,
      amount_cents,
      weighted_cents,
    });
    expect((await ada.get(`/pipelines/${id}/summary`)).body).toEqual({
      stages: [
        { stage_id: lead, ...sums('EUR', 3, 5, 1) },
        { stage_id: lead, ...sums('USD', 1, 5, 1) },
        { stage_id: proposal, ...sums('EUR', 2, 134, 61) },
        { stage_id: won, ...sums('USD', 1, 700, 700) },
        { stage_id: lost, ...sums('JPY', 1, 12, 0) },
        { stage_id: lost, ...sums('USD', 1, 900, 0) },
      ],
      totals: [sums('EUR', 5, 139, 62), sums('JPY', 1, 12, 0), sums('USD', 3, 1605, 701)],
    });
    expect((await other.get(`/pipelines/${id}/summary`)).status).toBe(404);
  });

  it('loses no digit of large sums', async () => {
    const { id, deal } = await asPipeline(ada);
    for (let count = 0; count < 3; count++) await deal({ amount_cents: 2 ** 53 - 1, confidence: 99, currency: 'EUR' });
    const { text } = await ada.get(`/pipelines/${id}/summary`);
    const sum = 3n * (2n ** 53n - 1n);
    expect(text).toContain(`"amount_cents":${sum},"weighted_cents":${(sum * 99n + 50n) / 100n}`);
  });
});
