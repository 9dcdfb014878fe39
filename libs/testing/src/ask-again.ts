/** Retries while a busy machine responds with 503, which means that nothing was done. */
export async function askAgain<T extends { status: number }>(ask: () => PromiseLike<T>): Promise<T> {
  const response = await ask();
  return response.status === 503 ? askAgain(ask) : response;
}
