import type { Claim, Tried } from './delivery-claims.port.js';
import type { Verdict } from './endpoint-health.js';
import { EndpointHealths } from './endpoint-healths.port.js';
import { WebhookEndpoints } from './webhook-endpoints.port.js';

/** What tries mean for their endpoint. */
export class EndpointVerdicts {
  static needs = [WebhookEndpoints, EndpointHealths] as const;

  constructor(
    private readonly endpoints: WebhookEndpoints,
    private readonly healths: EndpointHealths,
  ) {}

  /** Counts the tries; of a healthy endpoint that stays so, nothing is written. */
  async reach({ endpointId, isHealthy }: Claim, tried: readonly Tried[], now: Date): Promise<Verdict> {
    const counted = tried.filter(({ answer }) => answer.error !== 'worker_lost');
    if (counted.length === 0 || (isHealthy && counted.every(({ answer }) => !answer.error))) return 'none';
    let verdict: Verdict = 'none';
    await this.healths.change(endpointId, (health) => void (verdict = health.judge(counted, now)));
    return verdict;
  }

  async execute(endpointId: string, verdict: Verdict): Promise<void> {
    if (verdict === 'none' || !(await this.endpoints.find(endpointId))) return;
    await this.endpoints.change(endpointId, (endpoint) =>
      verdict === 'warn' ? endpoint.warn() : endpoint.disable(verdict),
    );
  }
}
