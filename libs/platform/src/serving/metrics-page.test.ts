import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Registry } from 'prom-client';
import { MetricsPage } from './metrics-page.js';

const token = 'a-token-of-the-metrics-page';

describe('the page of metrics', () => {
  const registry = new Registry();
  let rendered: ReturnType<typeof jest.spyOn>;

  beforeEach(() => {
    jest.useFakeTimers();
    rendered = jest.spyOn(registry, 'metrics');
  });
  afterEach(() => {
    jest.useRealTimers();
    rendered.mockRestore();
  });

  it('is rendered once a second for any number of callers', async () => {
    const page = new MetricsPage(registry, '');
    for (let round = 0; round < 3; round++) await Promise.all(Array.from({ length: 50 }, () => page.text()));
    expect(rendered).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(1001);
    await Promise.all([page.text(), page.text()]);
    expect(rendered).toHaveBeenCalledTimes(2);
  });

  it('is open to all, or only to callers with the token if there is one', () => {
    expect(new MetricsPage(registry, '').isOpenTo(undefined)).toBe(true);
    const page = new MetricsPage(registry, token);
    for (const wrong of [undefined, '', token, `Basic ${token}`, `Bearer ${token}x`, 'Bearer '])
      expect(page.isOpenTo(wrong)).toBe(false);
    expect(page.isOpenTo(`Bearer ${token}`)).toBe(true);
  });
});
