interface OfType {
  type: string;
  id: string;
}

/** What `read` returns for the ids of each type; all types share a round trip. */
export async function byType<T>(
  records: readonly OfType[],
  read: (type: string, ids: readonly string[]) => Promise<T>,
): Promise<ReadonlyMap<string, T>> {
  const ids = new Map<string, string[]>();
  for (const { type, id } of records) ids.set(type, [...(ids.get(type) ?? []), id]);
  return new Map(
    await Promise.all([...ids].map(async ([type, of]): Promise<[string, T]> => [type, await read(type, of)])),
  );
}
