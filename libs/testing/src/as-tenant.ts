import { newId } from '@tandem/domain/core/id';
import { inScope, type Scope, systemScope } from '@tandem/domain/core/scope';

/** Runs work as a member of a tenant with full rights, unless `facts` overrides them. */
export const asTenant = <T>(tenantId: string, work: () => T, facts: Partial<Scope> = {}): T =>
  inScope(systemScope(tenantId, { actor: { type: 'member', id: newId(), memberId: null }, ...facts }), work);
