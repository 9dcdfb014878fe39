import { openapiDocument as describe } from '@tandem/api/app';
import { allFeatures } from './all-features.js';
import { checkSettings } from './environment.js';

/** The OpenAPI 3.1 description of the API, made from its route records; it needs no database. */
export async function openapiDocument(env: NodeJS.ProcessEnv = process.env): Promise<object> {
  return describe(await allFeatures(checkSettings(env)));
}
