import { Gauge, type Registry } from 'prom-client';
import type { Container } from '../feature/container.js';
import type { Feature } from '../feature/feature.js';
import { sharedFor } from '../serving/shared-for.js';

/** How long a value is kept: reading one loads the database, and several scrapers may ask. */
const freshMillis = 5000;

/** Publishes the measures that every process reads from the database; one that cannot be read keeps its value. */
export function publishReadMeasures(features: readonly Feature[], container: Container, registry: Registry): void {
  for (const { name, help, readBy } of features.flatMap(({ measures = [] }) => measures)) {
    if (!readBy) continue;
    const read = sharedFor(freshMillis, () => container.get(readBy).readAcrossTenants());
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const value = await read().catch(() => undefined);
        if (value !== undefined) this.set(value);
      },
    });
  }
}
