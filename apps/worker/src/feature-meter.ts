import { Gauge, Histogram, type Registry } from 'prom-client';
import { Meter } from '@tandem/domain/core/meter';
import type { Feature, Measure } from '@tandem/platform/feature/feature';

/** From a start that is not felt to work of an hour. */
const secondsBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600];

/** The measures that features declare, as Prometheus takes them: levels as gauges, seconds as histograms. */
export class FeatureMeter extends Meter {
  private readonly instruments: ReadonlyMap<string, Gauge | Histogram>;

  constructor(features: readonly Feature[]) {
    super();
    const measures = features.flatMap((feature) => feature.measures ?? []);
    this.instruments = new Map(measures.map((measure) => [measure.name, instrumentOf(measure)]));
  }

  override observe(measure: string, value: number, labels: Readonly<Record<string, string>> = {}): void {
    const instrument = this.instruments.get(measure);
    if (instrument instanceof Gauge) instrument.set({ ...labels }, value);
    else instrument?.observe({ ...labels }, value);
  }

  register(registry: Registry): void {
    for (const instrument of this.instruments.values()) registry.registerMetric(instrument);
  }
}

function instrumentOf({ kind, name, help, labels = [] }: Measure): Gauge | Histogram {
  const described = { name, help, labelNames: [...labels], registers: [] };
  return kind === 'level' ? new Gauge(described) : new Histogram({ ...described, buckets: secondsBuckets });
}
