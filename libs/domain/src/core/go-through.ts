/** Works on each, so many at once. One that fails keeps no other from its turn; the first error comes out at the end. */
export async function goThrough<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  { atOnce = 1 } = {},
): Promise<void> {
  const left = items.values();
  const failures: unknown[] = [];
  const oneByOne = async () => {
    for (const item of left) await work(item).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: atOnce }, oneByOne));
  if (failures.length) throw failures[0];
}
