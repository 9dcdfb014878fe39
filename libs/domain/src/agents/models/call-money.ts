import type { ModelPrice } from './model-prices.port.js';

/** The most that a call may cost. */
export interface CallBound {
  inputTokens: number;
  outputTokens: number;
  microUsd: number;
}

/** The call before this one in the same conversation, if its provider's report was believed. */
export interface CallBefore {
  bytesSent: number;
  tokens: number;
}

/** What came back from a call, as the provider reports it and as it was measured. */
export interface CallReport {
  bytesSent: number;
  /** Of text, tool names and arguments. */
  bytesReceived: number;
  inputTokens: unknown;
  cachedTokens: unknown;
  outputTokens: unknown;
  /** In USD. */
  cost: unknown;
}

/** What a call is taken to have cost. */
export interface CallBill {
  /** Null where the report was not believed. */
  inputTokens: number | null;
  outputTokens: number | null;
  /** What the tenant is shown. */
  costMicroUsd: number;
  /** What counts against the budget: without discounts, and never less than the bytes suggest. */
  committedMicroUsd: number;
  /** False when the provider reported more than it was allowed to use. */
  isWithinBound: boolean;
}

/** A model is not asked for an answer of fewer tokens: it would hardly be worth the question. */
const minOutputTokens = 256;

const defaultBytesPerToken = 4;
const maxBytesPerToken = 8;
const microsPerUsd = 1_000_000;

/** Rounded up to whole micro-USD, after the tiny error of binary fractions has been cut off. */
const priceOf = (tokens: number, price: number) => Math.ceil(Number((tokens * price).toFixed(6)));
const tokensIn = (bytes: number) => Math.ceil(bytes / defaultBytesPerToken);

/**
 * The most tokens that a body of so many bytes can have: a token is a byte at least. Of the part that was sent with the call before,
 * the number that the provider counted then is taken; but never fewer in all than the bytes suggest.
 */
export function inputBound(bytes: number, before: CallBefore | null): number {
  const grown = before ? before.tokens + Math.max(0, bytes - before.bytesSent) : bytes;
  return Math.max(tokensIn(bytes), Math.min(bytes, grown));
}

/** The most that a call may use and cost where `left` micro-USD may be spent; undefined when that is too little for a useful answer. */
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

/** What to pay for a call. Where the provider's report cannot be right, the bound is paid. */
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

function believed(count: unknown, bytes: number, most: number): number | 'too few' | 'too many' {
  if (!isCount(count) || count * maxBytesPerToken < bytes) return 'too few';
  return count > most ? 'too many' : count;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const numberOr = (count: number | string) => (typeof count === 'number' ? count : null);
const cachedOf = (cached: unknown, input: number) => (isCount(cached) && cached <= input ? cached : 0);

const costOf = (tokens: { input: number; cached: number; output: number }, price: ModelPrice) =>
  priceOf(tokens.input - tokens.cached, price.input) +
  priceOf(tokens.cached, price.cachedInput) +
  priceOf(tokens.output, price.output);

/** The cost as the provider itself states it; undefined where it cannot be right. */
function statedCost(usd: unknown, bound: CallBound): number | undefined {
  if (typeof usd !== 'number' || !(usd >= 0)) return undefined;
  const micros = priceOf(usd, microsPerUsd);
  return micros <= bound.microUsd ? micros : undefined;
}
