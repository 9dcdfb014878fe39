import { openapiDocument } from '@tandem/api/app';
import { allFeatures } from './all-features.js';

/** `openapi`: the OpenAPI 3.1 description of the API, made from its route records; it needs no database. */
export async function openapi(): Promise<number> {
  const text = JSON.stringify(openapiDocument(await allFeatures(process.env)), null, 2);
  // Waits until it is written: a pipe takes a long document in parts, and the process ends right afterwards.
  return new Promise<number>((done) => process.stdout.write(`${text}\n`, () => done(0)));
}
