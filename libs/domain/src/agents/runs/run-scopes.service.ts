import { needing } from '../../core/use-case.js';
import { forbidden } from '../../core/errors.js';
import type { Domain, Level, Rights } from '../../core/rights.js';
import { type Scope, systemScope } from '../../core/scope.js';
import { type Lapse, Standings } from '../../core/standings.js';
import { Tenants } from '../../tenants/tenants.port.js';
import type { AgentRun } from './agent-run.js';
import type { Blueprint } from '../blueprint.js';
import { grantsOf, readingOf, rightsOf } from '../mandate.js';
import { lapsed } from '../run-failure.js';

/** Opens the scope of an agent: the run is the actor, its creator the member, the rights those that all its parties share. */
export class RunScopes extends needing({ tenants: Tenants, standings: Standings }) {
  /** Refuses when a party may no longer start agents. */
  async of(run: AgentRun, blueprint: Blueprint): Promise<Scope> {
    const { timezone, defaultCountry } = await this.tenants.one(run.tenantId);
    const rights = await this.rightsNow(run, blueprint, ['agents:write', ...blueprint.access]);
    const actor = { type: 'agent' as const, id: run.id, memberId: run.memberId };
    return systemScope(run.tenantId, { actor, rights, timezone, country: defaultCountry });
  }

  /** Rights of the run as its parties have them now; refuses when they are too few for its blueprint. */
  async rightsNow(run: AgentRun, { access, effects }: Blueprint, needed: readonly string[] = access): Promise<Rights> {
    const grants = grantsOf(run);
    const standings = await this.standings.of(grants);
    const lapse = standings.find((one): one is Lapse => typeof one === 'string');
    if (lapse) throw lapsed(lapse);
    const rights = rightsOf(grants, standings as Rights[]);
    for (const scope of needed) {
      const [domain, level] = scope.split(':') as [Domain, Level];
      if (!rights.allows(domain, level)) throw forbidden(scope);
    }
    return effects === 'write' ? rights : readingOf(rights);
  }
}
