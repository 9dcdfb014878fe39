import type { ModelPrice } from './model-prices.port.js';

export interface CallBound {
  inputTokens: number;
  outputTokens: number;
  microUsd: number;
}

/** The previous call in the same conversation, if its provider's report was plausible. */
export interface CallBefore {
  bytesSent: number;
  tokens: number;
}

export interface CallReport {
  bytesSent: number;
  bytesReceived: number;
  inputTokens: unknown;
  cachedTokens: unknown;
  outputTokens: unknown;
  /** In USD. */
  cost: unknown;
}

export interface CallBill {
  /** Null when the report was implausible. */
  inputTokens: number | null;
  outputTokens: number | null;
  costMicroUsd: number;
  /** Charged to the budget: without discounts, and at least the estimate by bytes. */
  committedMicroUsd: number;
  isWithinBound: boolean;
}

/** A shorter response would hardly be useful. */
const minOutputTokens = 256;

const defaultBytesPerToken = 4;
const maxBytesPerToken = 8;
const microsPerUsd = 1_000_000;

/** Rounded up to whole micro-USD after removing binary rounding errors. */
const priceOf = (tokens: number, price: number) => Math.ceil(Number((tokens * price).toFixed(6)));
const tokensIn = (bytes: number) => Math.ceil(bytes / defaultBytesPerToken);

/** One token per byte. The part sent before counts as reported, but the total is never below the estimate by bytes. */
export function inputBound(bytes: number, before: CallBefore | null): number {
  const grown = before ? before.tokens + Math.max(0, bytes - before.bytesSent) : bytes;
  return Math.max(tokensIn(bytes), Math.min(bytes, grown));
}

/** Limits of a call with `left` micro-USD to spend; undefined when that is too little for a useful response. */
export function boundOf(
  inputTokens: number,
  price: ModelPrice,
  { left, outputLimit }: { left: number; outputLimit: number },
): CallBound | undefined {
  const input = priceOf(inputTokens, price.input);
  if (input > left) return undefined;
  const affordable = price.output > 0 ? Math.floor((left - input) / price.output) : Infinity;
  let outputTokens = Math.min(affordable, outputLimit, price.maxOutput);
  while (input + priceOf(outputTokens, price.output) > left) outputTokens--;
  if (outputTokens < minOutputTokens) return undefined;
  return { inputTokens, outputTokens, microUsd: input + priceOf(outputTokens, price.output) };
}

/** Charges the limit when the provider's report is implausible. */
export function billOf(report: CallReport, bound: CallBound, price: ModelPrice): CallBill {
  const input = believed(report.inputTokens, report.bytesSent, bound.inputTokens);
  const output = believed(report.outputTokens, report.bytesReceived, bound.outputTokens);
  const isWithinBound = input !== 'too many' && output !== 'too many';
  const known = { inputTokens: numberOr(input), outputTokens: numberOr(output), isWithinBound };
  if (!isWithinBound) return { ...known, costMicroUsd: bound.microUsd, committedMicroUsd: bound.microUsd };
  const counted = { input: known.inputTokens ?? bound.inputTokens, output: known.outputTokens ?? bound.outputTokens };
  const committed =
    priceOf(Math.max(counted.input, tokensIn(report.bytesSent)), price.input) +
    priceOf(Math.max(counted.output, tokensIn(report.bytesReceived)), price.output);
  const isBelieved = known.inputTokens !== null && known.outputTokens !== null;
  const stated = isBelieved ? statedCost(report.cost, bound) : undefined;
  const cached = known.inputTokens === null ? 0 : cachedOf(report.cachedTokens, known.inputTokens);
  return {
    ...known,
    costMicroUsd: Math.min(stated ?? costOf({ ...counted, cached }, price), bound.microUsd),
    committedMicroUsd: Math.min(committed, bound.microUsd),
  };
}

function believed(count: unknown, bytes: number, limit: number): number | 'too few' | 'too many' {
  if (!isCount(count) || count * maxBytesPerToken < bytes) return 'too few';
  return count > limit ? 'too many' : count;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const numberOr = (count: number | string) => (typeof count === 'number' ? count : null);
const cachedOf = (cached: unknown, input: number) => (isCount(cached) && cached <= input ? cached : 0);

const costOf = (tokens: { input: number; cached: number; output: number }, price: ModelPrice) =>
  priceOf(tokens.input - tokens.cached, price.input) +
  priceOf(tokens.cached, price.cachedInput) +
  priceOf(tokens.output, price.output);

function statedCost(usd: unknown, bound: CallBound): number | undefined {
  if (typeof usd !== 'number' || !(usd >= 0)) return undefined;
  const micros = priceOf(usd, microsPerUsd);
  return micros <= bound.microUsd ? micros : undefined;
}
