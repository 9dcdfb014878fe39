import { List, Rendered } from '@tandem/domain/core/page';
import { currentScope } from '@tandem/domain/core/scope';
import type { AccessPolicy } from '@tandem/domain/members/access-policy';
import { type Member, plainEmail } from '@tandem/domain/members/member';
import type { Members } from '@tandem/domain/members/members.port';
import { InMemoryStore } from '@tandem/testing/in-memory-store';
import { accessPolicyView, memberView } from './member.view.js';

export class InMemoryMembers extends InMemoryStore<Member> implements Members {
  private readonly policies = new Map<string, readonly AccessPolicy[]>();

  constructor() {
    super(memberView);
  }

  async lockOwners(): Promise<Member[]> {
    return this.seen().filter(({ role, isActive }) => role === 'owner' && isActive);
  }

  async findByEmail(email: string): Promise<Member | undefined> {
    return this.seen().find((member) => member.email === plainEmail(email));
  }

  async policiesOf(id: string): Promise<AccessPolicy[]> {
    const { tenantId } = currentScope();
    const ours = (this.policies.get(id) ?? []).filter((policy) => policy.tenantId === tenantId);
    return [...ours].sort((a, b) => (a.domain < b.domain ? -1 : 1));
  }

  async access(id: string): Promise<List> {
    await this.one(id);
    const shown = (await this.policiesOf(id)).map((policy) => new Rendered(accessPolicyView.render(policy)));
    return new List(shown, false);
  }

  async setPolicies(memberId: string, policies: readonly AccessPolicy[]): Promise<void> {
    this.policies.set(memberId, policies);
  }
}
