import { describe, expect, it } from '@jest/globals';
import { features } from '@tandem/adapters/features';
import { Entity } from '@tandem/domain/core/entity';
import type { Feature } from '@tandem/platform/feature/feature';
import { checkMigrated } from '@tandem/platform/schema/check-database';
import { migrate } from '@tandem/platform/schema/migrate';
import { tenantRows } from '@tandem/platform/schema/row-security';
import { fields, type Migration, type QueryRunner } from '@tandem/platform/store/table';
import { instant, text } from '@tandem/platform/view/kinds';
import { useDatabase } from '@tandem/testing/temporary-postgres';

abstract class Vehicle extends Entity {
  static readonly resourceType = 'vehicle';
  plate!: string;
  firstUsed!: Date;
}
const { table: vehicles } = fields(Vehicle, 'vehicles', { plate: text, firstUsed: instant });

const creating = (columns: string, more = '') =>
  class CreateVehicles1900000000000 implements Migration {
    async up(runner: QueryRunner): Promise<void> {
      await runner.query(`create table vehicles (tenant_id uuid not null, id uuid not null, ${columns},
        created_at timestamptz not null, updated_at timestamptz not null, primary key (tenant_id, id)); ${more}`);
    }
    async down(): Promise<void> {}
  };
const fleet = (...migrations: (new () => Migration)[]): Feature => ({
  name: 'fleet',
  summary: 'Vehicles',
  tables: [vehicles],
  migrations,
});

describe('a table that differs from the schema of its feature', () => {
  const database = useDatabase({ fresh: 'test' });

  const both = 'plate text, first_used timestamptz';
  it.each<[what: string, feature: Feature, expected: string[]]>([
    ['without a migration is reported', fleet(), ['there is no table vehicles, and none of its migrations creates it']],
    [
      'without a column and row-level security is reported',
      fleet(creating('plate text')),
      [
        'the table vehicles has no column first_used',
        "vehicles has no row-level security; add a migration that runs tenantRows('vehicles')",
      ],
    ],
    ['in nothing is accepted', fleet(creating(both, tenantRows('vehicles'))), []],
  ])('%s', async (_, feature, expected) => {
    const all = [...features, feature];
    const lines = expected.map((fault): unknown =>
      expect.stringMatching(`^feature fleet: .*${fault.replace(/[()]/g, '.')}`),
    );
    const faultsOf = (work: Promise<unknown>) =>
      work.then(
        () => [],
        ({ faults }: { faults: string[] }) => faults,
      );
    expect(await faultsOf(migrate(database.ownerUrl, all))).toEqual(lines);
    expect(await faultsOf(checkMigrated(database.url, all))).toEqual(lines);
  });
});
