/** What a model costs, in micro-USD a token: the same number as USD a million tokens. */
export interface ModelPrice {
  input: number;
  /** For input that the provider still had from an earlier call. */
  cachedInput: number;
  output: number;
  /** The most tokens that an answer of the model can have. */
  maxOutput: number;
}

/** A price with its name in the price list, such as `openai/gpt-5*`. The name of the model itself is up to the tenant. */
export interface ListedPrice extends ModelPrice {
  entry: string;
}

export abstract class ModelPrices {
  /** The price of a model such as `openai/gpt-5-mini`; undefined where none is known. */
  abstract find(model: string): ListedPrice | undefined;
}
