import type { AuditTrail } from '@tandem/domain/core/events/audit-trail';
import type { Transaction } from '@tandem/domain/core/transaction';
import type { UsageMeter } from '@tandem/domain/core/telemetry/usage-meter';
import type { Container } from '@tandem/platform/feature/container';
import type { Logger } from '@tandem/platform/settings/logger';
import type { StoredResponses } from '@tandem/platform/idempotency/stored-responses';
import type { Authenticator } from './authenticator.js';
import type { HttpMetrics } from './http-metrics.js';
import type { KnownProblems } from './problem-codes.js';
import type { RateLimits } from './limits/rate-limit.js';
import type { TenantTraffic } from './limits/tenant-traffic.js';

export interface Edge {
  /** PUBLIC_URL; without that setting, the address once the server listens. */
  publicUrl: string;
  problems: KnownProblems;
  container: Container;
  authenticator: Authenticator;
  limits: RateLimits;
  traffic: TenantTraffic;
  storedResponses: StoredResponses;
  transaction: Transaction;
  meter: UsageMeter;
  audit: AuditTrail;
  metrics: HttpMetrics;
  logger: Logger;
  /** Logs one line a request, without redaction: those lines hold no secrets. */
  requestLogger: Logger;
}

export const apiPrefix = '/api/v1';
