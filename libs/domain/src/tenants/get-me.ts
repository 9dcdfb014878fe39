import { uses } from '../core/use-case.js';
import { ApiKeys } from '../api-keys/api-keys.port.js';
import type { ApiKey } from '../api-keys/api-key.js';
import { domains } from '../core/access/rights.js';
import { currentScope } from '../core/scope.js';
import type { Member } from '../members/member.js';
import { Members } from '../members/members.port.js';
import type { Tenant } from './tenant.js';
import { Tenants } from './tenants.port.js';

export interface Me {
  tenant: Tenant;
  member: Member | null;
  apiKey: ApiKey | null;
  rights: Record<string, string>;
}

export class GetMe extends uses({ tenants: Tenants, members: Members, apiKeys: ApiKeys }) {
  async run(): Promise<Me> {
    const { actor, rights } = currentScope();
    const [tenant, member, apiKey] = await Promise.all([
      this.tenants.current(),
      actor.memberId ? this.members.find(actor.memberId) : undefined,
      actor.type === 'api_key' ? this.apiKeys.find(actor.id) : undefined,
    ]);
    const levels = Object.fromEntries(domains().map((domain) => [domain, rights.level(domain)]));
    return { tenant, member: member ?? null, apiKey: apiKey ?? null, rights: levels };
  }
}
