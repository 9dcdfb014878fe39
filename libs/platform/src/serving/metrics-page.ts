import type { Registry } from 'prom-client';
import { bearerOf, sameSecret } from './caller.js';
import { sharedFor } from './shared-for.js';

const cacheMillis = 1000;

/** The Prometheus metrics of a process: rendered at most once a second, and restricted to the token if there is one. */
export class MetricsPage {
  readonly text: () => Promise<string>;

  constructor(
    private readonly registry: Registry,
    private readonly token: string,
  ) {
    this.text = sharedFor(cacheMillis, () => registry.metrics());
  }

  get type(): string {
    return this.registry.contentType;
  }

  isOpenTo(authorization: string | undefined): boolean {
    return !this.token || sameSecret(bearerOf(authorization) ?? '', this.token);
  }
}
