import { Extensions } from '@tandem/domain/core/extensions';
import { uses } from '@tandem/domain/core/use-case';
import type { KeyFault } from '@tandem/domain/integration-keys/key-verdict';
import { type Provider, Providers } from '@tandem/domain/integration-keys/providers.port';
import type { Outcome } from '@tandem/platform/egress/exchange';
import { Egress } from '@tandem/platform/egress/guarded-fetch';
import { KeyProvider, type ProviderRow } from './key-provider.js';
import { defaultStatuses } from './provider-table.js';

/** A check may take ten seconds, including the database. */
const checkMillis = 9500;

export class HttpProviders extends uses({ egress: Egress, extensions: Extensions }, Providers) {
  private readonly rows = new Map(this.extensions.of(KeyProvider).map(({ id, row }) => [id, row]));

  find(id: string): Provider | undefined {
    return this.all().find((one) => one.id === id);
  }

  all(): Provider[] {
    return [...this.rows].map(([id, { baseUrl, chat = null }]) => ({ id, baseUrl, chat }));
  }

  async check(id: string, address: string, key: string): Promise<KeyFault | null> {
    const row = this.rows.get(id)!;
    const [method, path] = row.check.split(' ') as [string, string];
    const outcome = await this.egress.send({
      url: address.replace(/\/+$/, '') + path,
      method,
      headers: headersFor(row, key),
      ...(row.body ? { body: JSON.stringify(row.body) } : {}),
      totalTimeoutMs: checkMillis,
    });
    return meaningOf(row, outcome);
  }
}

function headersFor({ headers, body }: ProviderRow, key: string): Record<string, string> {
  const filled = Object.entries(headers).map(([name, value]) => [name, value.replace('{key}', () => key)]);
  return {
    accept: 'application/json',
    ...(body ? { 'content-type': 'application/json' } : {}),
    ...(Object.fromEntries(filled) as Record<string, string>),
  };
}

function meaningOf(row: ProviderRow, outcome: Outcome): KeyFault | null {
  if (outcome.kind === 'failure') return outcome.error === 'timeout' ? 'timeout' : 'provider_unreachable';
  const { status, body } = outcome;
  const name = row.names && nameAt(body, row.names.at);
  if (name !== undefined) return meantBy(row, name) ?? faultOf(row, status);
  if (isOverLimit(outcome)) return 'rate_limited';
  // An HTML page, such as that of a captive portal, is not from the provider.
  const isAccepted = status >= 200 && status < 300 && /^\s*[{[]/.test(body);
  return isAccepted ? null : faultOf(row, status);
}

/** Only own properties: a provider could name an error `toString`. */
const meantBy = ({ names }: ProviderRow, name: string) =>
  names && Object.hasOwn(names.mean, name) ? names.mean[name] : undefined;

/** GitHub and others also report too many requests by status 403. */
const isOverLimit = ({ status, headers }: Outcome & { kind: 'response' }) =>
  status === 403 && (headers['x-ratelimit-remaining'] === '0' || headers['retry-after'] !== undefined);

const faultOf = ({ statuses }: ProviderRow, status: number): KeyFault =>
  statuses?.[status] ?? defaultStatuses[status] ?? 'provider_unreachable';

/** `path` is such as `errors.0.name`. */
function nameAt(body: string, path: string): string | undefined {
  try {
    const step = (value: unknown, key: string) => (value as Record<string, unknown> | undefined)?.[key];
    const found = path.split('.').reduce(step, JSON.parse(body) as unknown);
    return typeof found === 'string' ? found : undefined;
  } catch {
    return undefined;
  }
}
