import { forbidden } from '../core/errors.js';
import type { Domain, Level } from '../core/rights.js';
import { type Scope, systemScope } from '../core/scope.js';
import { Tenants } from '../tenants/tenants.port.js';
import type { AgentRun } from './agent-run.js';
import type { Blueprint } from './blueprint.js';
import { rightsOf } from './mandate.js';

/** Opens the scope an agent works in: the run is the actor, its creator the member, and their rights at creation the limit. */
export class RunScopes {
  static needs = [Tenants] as const;

  constructor(private readonly tenants: Tenants) {}

  async of(run: AgentRun, { access, effects }: Blueprint): Promise<Scope> {
    const { timezone, defaultCountry } = await this.tenants.one(run.tenantId);
    const rights = rightsOf(run.rights, effects);
    for (const scope of access) {
      const [domain, level] = scope.split(':') as [Domain, Level];
      if (!rights.allows(domain, level)) throw forbidden(scope);
    }
    const actor = { type: 'agent' as const, id: run.id, memberId: run.memberId };
    return systemScope(run.tenantId, { actor, rights, timezone, country: defaultCountry });
  }
}
