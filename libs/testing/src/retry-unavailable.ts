/** Retries while a busy machine responds with 503, which means that nothing was done. */
export async function retryUnavailable<T extends { status: number }>(request: () => PromiseLike<T>): Promise<T> {
  const response = await request();
  return response.status === 503 ? retryUnavailable(request) : response;
}
