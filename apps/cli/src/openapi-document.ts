import { features } from '@tandem/adapters/features';
import { openapiDocument as describe } from '@tandem/api/app';

/** The OpenAPI 3.1 description of the API, made from its route records; it needs no database. */
export async function openapiDocument(): Promise<object> {
  return describe(features);
}
