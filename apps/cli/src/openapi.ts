import { openapiDocument } from '@tandem/api/app';
import { allFeatures } from './all-features.js';

/** `openapi`: prints the OpenAPI 3.1 description of the API, without a database. */
export async function openapi(): Promise<number> {
  const text = JSON.stringify(openapiDocument(await allFeatures(process.env)), null, 2);
  // Waits for the write: a pipe takes a long document in parts, and the process exits right after.
  return new Promise<number>((done) => process.stdout.write(`${text}\n`, () => done(0)));
}
