import { inTenant } from './scope.js';

/**
 * Works on what a look across tenants found, each in its own tenant's scope and so many at once. One that fails keeps no other
 * from its turn; the first error comes out at the end.
 */
export async function inEachTenant<P extends { tenantId: string }>(
  places: readonly P[],
  work: (place: P) => Promise<unknown>,
  { atOnce = 1 } = {},
): Promise<void> {
  const left = places.values();
  const failures: unknown[] = [];
  const oneByOne = async () => {
    for (const place of left)
      await inTenant(place.tenantId, () => work(place)).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: atOnce }, oneByOne));
  if (failures.length) throw failures[0];
}
