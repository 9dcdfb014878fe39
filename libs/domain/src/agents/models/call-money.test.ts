import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { billOf, boundOf, type CallReport, inputBound } from './call-money.js';

const price = { input: 0.25, cachedInput: 0.025, output: 2, maxOutput: 128_000 };
const bound = { inputTokens: 1000, outputTokens: 500, microUsd: 1250 };
const report = (fields: Partial<CallReport> = {}): CallReport => ({
  bytesSent: 1000,
  bytesReceived: 400,
  inputTokens: 250,
  outputTokens: 100,
  cachedTokens: 0,
  cost: undefined,
  ...fields,
});
const bill = (fields: Partial<CallReport>) => billOf(report(fields), bound, price);

describe('the cost limit of a call', () => {
  it('counts each byte as a token, or earlier reported tokens plus new bytes', () => {
    expect(inputBound(8000, null)).toBe(8000);
    expect(inputBound(8000, { bytesSent: 6000, tokens: 1700 })).toBe(3700);
    expect(inputBound(8000, { bytesSent: 6000, tokens: 100_000 })).toBe(8000);
  });

  it('is never below the estimate by bytes, even after low reports', () => {
    expect(inputBound(8000, { bytesSent: 8000, tokens: 1000 })).toBe(2000);
  });

  it('leaves the rest of the budget for the response', () => {
    expect(boundOf(1000, price, { left: 1250, outputLimit: 4096 })).toEqual(bound);
    expect(boundOf(1000, price, { left: 1_000_000, outputLimit: 4096 })!.outputTokens).toBe(4096);
    expect(boundOf(1000, { ...price, maxOutput: 300 }, { left: 1_000_000, outputLimit: 4096 })!.outputTokens).toBe(300);
  });

  it('is undefined when fewer than 256 tokens are affordable', () => {
    expect(boundOf(1000, price, { left: 250 + 511, outputLimit: 4096 })).toBeUndefined();
    expect(boundOf(1000, price, { left: 250 + 512, outputLimit: 4096 })).toMatchObject({ outputTokens: 256 });
    expect(boundOf(1000, price, { left: 200, outputLimit: 4096 })).toBeUndefined();
  });

  it('is zero for a free model', () => {
    const free = { input: 0, cachedInput: 0, output: 0, maxOutput: 4096 };
    expect(boundOf(1000, free, { left: 0, outputLimit: 8192 })).toEqual({ ...bound, outputTokens: 4096, microUsd: 0 });
  });
});

describe('the bill of a call', () => {
  it('is the reported usage, each part rounded up, with no discounts for the budget', () => {
    const known = { inputTokens: 250, outputTokens: 100, isWithinBound: true };
    expect(bill({})).toEqual({ ...known, costMicroUsd: 63 + 200, committedMicroUsd: 63 + 200 });
    expect(bill({ cachedTokens: 200 })).toEqual({ ...known, costMicroUsd: 13 + 5 + 200, committedMicroUsd: 263 });
  });

  it('uses the cost stated by the provider, up to the limit', () => {
    expect(bill({ cost: 0.0001 })).toMatchObject({ costMicroUsd: 100, committedMicroUsd: 263 });
    expect(bill({ cost: 5 })).toMatchObject({ costMicroUsd: 263 });
    expect(bill({ cost: -1 })).toMatchObject({ costMicroUsd: 263 });
  });

  it.each([null, undefined, -1, 1.5, '250', NaN, 124])('uses the limit of the request when %p is reported', (count) => {
    expect(bill({ inputTokens: count, cost: 0 })).toEqual({
      ...{
        inputTokens: null,
        outputTokens: 100,
        isWithinBound: true,
        costMicroUsd: 250 + 200,
        committedMicroUsd: 450,
      },
    });
  });

  it('uses the full limit when more is reported than allowed', () => {
    expect(bill({ outputTokens: 501 })).toMatchObject({
      isWithinBound: false,
      costMicroUsd: 1250,
      committedMicroUsd: 1250,
    });
  });

  it('charges the budget at least the estimate by bytes', () => {
    expect(bill({ inputTokens: 125, outputTokens: 50 })).toMatchObject({ costMicroUsd: 132, committedMicroUsd: 263 });
  });

  it('never exceeds the limit, whatever is reported', () => {
    const count = fc.oneof(fc.nat(200_000), fc.constantFrom(null, undefined, -1, 0.5, Infinity, '7'));
    const size = fc.nat(100_000);
    const rate = fc.double({ min: 0, max: 600, noNaN: true });
    const tried = fc.record({
      bytesSent: size,
      bytesReceived: size,
      inputTokens: count,
      cachedTokens: count,
      outputTokens: count,
      cost: count,
    });
    fc.assert(
      fc.property(tried, rate, rate, fc.integer({ min: 0, max: 1e9 }), (reported, input, output, left) => {
        const rates = { input, cachedInput: input / 10, output, maxOutput: 32_768 };
        const most = boundOf(inputBound(reported.bytesSent, null), rates, { left, outputLimit: 8192 });
        if (!most) return;
        expect(most.microUsd).toBeLessThanOrEqual(left);
        const { costMicroUsd, committedMicroUsd } = billOf(reported, most, rates);
        for (const micros of [costMicroUsd, committedMicroUsd]) {
          expect(Number.isSafeInteger(micros) && micros >= 0).toBe(true);
          expect(micros).toBeLessThanOrEqual(most.microUsd);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
