/** In micro-USD per token, which equals USD per million tokens. */
export interface ModelPrice {
  input: number;
  /** For input in the provider's cache. */
  cachedInput: number;
  output: number;
  /** Maximum tokens of a response. */
  maxOutput: number;
}

/** A price with its name in the price list, such as `openai/gpt-5*`; tenants choose the names of models. */
export interface ListedPrice extends ModelPrice {
  entry: string;
}

export abstract class ModelPrices {
  /** Takes a name such as `openai/gpt-5-mini`; undefined when the price is unknown. */
  abstract find(model: string): ListedPrice | undefined;
}
