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

describe('the bound of a call', () => {
  it('takes each byte for a token, or what was counted before with the bytes added since', () => {
    expect(inputBound(8000, null)).toBe(8000);
    expect(inputBound(8000, { bytesSent: 6000, tokens: 1700 })).toBe(3700);
    expect(inputBound(8000, { bytesSent: 6000, tokens: 100_000 })).toBe(8000);
  });

  it('is never below what the bytes suggest, however little was reported before', () => {
    expect(inputBound(8000, { bytesSent: 8000, tokens: 1000 })).toBe(2000);
  });

  it('leaves for the answer what the question leaves of the budget', () => {
    expect(boundOf(1000, price, { left: 1250, outputLimit: 4096 })).toEqual(bound);
    expect(boundOf(1000, price, { left: 1_000_000, outputLimit: 4096 })!.outputTokens).toBe(4096);
    expect(boundOf(1000, { ...price, maxOutput: 300 }, { left: 1_000_000, outputLimit: 4096 })!.outputTokens).toBe(300);
  });

  it('is none where fewer than 256 tokens can be paid for', () => {
    expect(boundOf(1000, price, { left: 250 + 511, outputLimit: 4096 })).toBeUndefined();
    expect(boundOf(1000, price, { left: 250 + 512, outputLimit: 4096 })).toMatchObject({ outputTokens: 256 });
    expect(boundOf(1000, price, { left: 200, outputLimit: 4096 })).toBeUndefined();
  });

  it('is nothing for a model that costs nothing', () => {
    const free = { input: 0, cachedInput: 0, output: 0, maxOutput: 4096 };
    expect(boundOf(1000, free, { left: 0, outputLimit: 8192 })).toEqual({ ...bound, outputTokens: 4096, microUsd: 0 });
  });
});

describe('the bill of a call', () => {
  it('is what was reported, each part rounded up; the budget has no discounts', () => {
    const known = { inputTokens: 250, outputTokens: 100, isWithinBound: true };
    expect(bill({})).toEqual({ ...known, costMicroUsd: 63 + 200, committedMicroUsd: 63 + 200 });
    expect(bill({ cachedTokens: 200 })).toEqual({ ...known, costMicroUsd: 13 + 5 + 200, committedMicroUsd: 263 });
  });

  it('takes the cost that the provider states, up to the bound', () => {
    expect(bill({ cost: 0.0001 })).toMatchObject({ costMicroUsd: 100, committedMicroUsd: 263 });
    expect(bill({ cost: 5 })).toMatchObject({ costMicroUsd: 263 });
    expect(bill({ cost: -1 })).toMatchObject({ costMicroUsd: 263 });
  });

  it.each([null, undefined, -1, 1.5, '250', NaN, 124])(
    'takes the bound of the question where %p is reported',
    (count) => {
      expect(bill({ inputTokens: count, cost: 0 })).toEqual({
        ...{
          inputTokens: null,
          outputTokens: 100,
          isWithinBound: true,
          costMicroUsd: 250 + 200,
          committedMicroUsd: 450,
        },
      });
    },
  );

  it('takes the whole bound where more is reported than was allowed', () => {
    expect(bill({ outputTokens: 501 })).toMatchObject({
      isWithinBound: false,
      costMicroUsd: 1250,
      committedMicroUsd: 1250,
    });
  });

  it('counts against the budget no less than the bytes suggest', () => {
    expect(bill({ inputTokens: 125, outputTokens: 50 })).toMatchObject({ costMicroUsd: 132, committedMicroUsd: 263 });
  });

  it('never exceeds the bound, whatever is reported', () => {
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
