import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { Meter } from '@tandem/domain/core/telemetry/meter';
import type { Feature, Measure } from '../feature/feature.js';

type Instrument = Gauge | Counter | Histogram;

const secondsBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600];

const publications: Record<'api' | 'worker', (measure: Measure) => boolean> = {
  api: ({ kind, publishedBy }) => publishedBy === 'api' || kind === 'count',
  worker: ({ publishedBy }) => publishedBy !== 'api',
};

/** Publishes the measures of features: levels as gauges, counts as counters, seconds as histograms. */
export class FeatureMeter extends Meter {
  private readonly instruments: ReadonlyMap<string, Instrument>;

  constructor(features: readonly Feature[], registry: Registry, process: 'api' | 'worker') {
    super();
    const declared = features.flatMap(({ measures = [] }) => measures.filter(({ readBy }) => !readBy));
    const published = declared.filter(publications[process]);
    this.instruments = new Map(published.map((measure) => [measure.name, instrumentOf(measure, registry)]));
  }

  override observe(measure: string, value: number, labels: Readonly<Record<string, string>> = {}): void {
    const instrument = this.instruments.get(measure);
    if (instrument instanceof Gauge) instrument.set({ ...labels }, value);
    else if (instrument instanceof Counter) instrument.inc({ ...labels }, value);
    else instrument?.observe({ ...labels }, value);
  }
}

function instrumentOf({ kind, name, help, labels = [] }: Measure, registry: Registry): Instrument {
  const described = { name, help, labelNames: [...labels], registers: [registry] };
  if (kind === 'level') return new Gauge(described);
  if (kind === 'count') return new Counter(described);
  return new Histogram({ ...described, buckets: secondsBuckets });
}
