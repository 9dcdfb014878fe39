/** What a model costs, in micro-USD a token: the same number as USD a million tokens. */
export interface ModelPrice {
  input: number;
  /** Of input that the provider had kept from a call before. */
  cachedInput: number;
  output: number;
  /** The most tokens that the model puts out. */
  maxOutput: number;
}

/** A price with the name that it is listed under, such as `openai/gpt-5*`: tenants name models as they like, operators list them. */
export interface ListedPrice extends ModelPrice {
  entry: string;
}

export abstract class ModelPrices {
  /** The price of a model such as `openai/gpt-5-mini`; undefined where none is known. */
  abstract find(model: string): ListedPrice | undefined;
}
