/** In micro-USD per token, which equals USD per million tokens. */
export interface ModelPrice {
  input: number;
  cachedInput: number;
  output: number;
  maxOutput: number;
}

export interface ListedPrice extends ModelPrice {
  entry: string;
}

export abstract class ModelPrices {
  /** Takes a name such as `openai/gpt-5-mini`; undefined when the price is unknown. */
  abstract find(model: string): ListedPrice | undefined;
}
