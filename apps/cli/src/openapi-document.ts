/** The OpenAPI 3.1 description of the API, made from its route records. */
export async function openapiDocument(): Promise<object> {
  throw new Error('not wired');
}
