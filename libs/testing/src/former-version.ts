import { features as tandems } from '@tandem/adapters/features';
import type { Feature } from '@tandem/platform/feature/feature';
import { migrate, schemaSource } from '@tandem/platform/schema/migrate';

export async function undoMigrations(ownerUrl: string, count: number, features: readonly Feature[]): Promise<void> {
  const source = await schemaSource(ownerUrl, features).initialize();
  for (let undone = 0; undone < count; undone++) await source.undoLastMigration();
  await source.destroy();
}

/** Migrates to the version before the migration; resolves to the number of migrations from it on. */
export async function migrateBefore(ownerUrl: string, timestamp: number): Promise<number> {
  await migrate(ownerUrl, tandems);
  const migrations = tandems.flatMap((feature) => feature.migrations ?? []);
  const since = migrations.filter(({ name }) => Number(/\d+$/.exec(name)) >= timestamp).length;
  await undoMigrations(ownerUrl, since, tandems);
  return since;
}
