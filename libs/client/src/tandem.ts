import { createClient, createConfig } from './generated/client/index.js';
import { Tandem as Operations } from './generated/sdk.gen.js';

export interface TandemOptions {
  /** An API key of a tenant, or another token that the API takes. */
  apiKey?: string | undefined;
  /** Where the server is, without `/api/v1`: `http://127.0.0.1:3000`. */
  baseUrl: string;
}

/** The operations of one Tandem server, as `tandem.tasks.create({ body })`. */
export class Tandem extends Operations {
  constructor({ apiKey, baseUrl }: TandemOptions) {
    const url = new URL(baseUrl).href.replace(/\/+$/, '');
    super({ client: createClient(createConfig({ baseUrl: url, auth: () => apiKey })) });
  }
}
