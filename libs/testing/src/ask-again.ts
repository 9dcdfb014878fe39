/** Asks again while a busy machine answers 503, which says that nothing was done. */
export async function askAgain<T extends { status: number }>(ask: () => PromiseLike<T>): Promise<T> {
  const answer = await ask();
  return answer.status === 503 ? askAgain(ask) : answer;
}
