import { plainEmail } from '@tandem/domain/core/access/identity';
import { List } from '@tandem/domain/core/page';
import type { AccessPolicy } from '@tandem/domain/members/access-policy';
import type { MemberAccess } from '@tandem/domain/members/member-access';
import type { Member } from '@tandem/domain/members/member';
import type { MemberFilters, Members } from '@tandem/domain/members/members.port';
import { Owners } from '@tandem/domain/members/owners';
import { eventRows } from '@tandem/platform/store/event-rows';
import { storeOf } from '@tandem/platform/store/store-of';
import { contains, equals } from '@tandem/platform/postgres/filters';
import { ofTenant, rowsOf, tenantStatement } from '@tandem/platform/postgres/statements';
import { RowMap } from '@tandem/platform/store/row-map';
import { SqlStore } from '@tandem/platform/store/sql-store';
import { rightsColumns, rightsOfRow } from '../access/member-rights.js';
import { isActiveOwner } from './member-rules.js';
import { accessPolicyFields, accessPolicyView, memberAccessView, memberFields } from './member.fields.js';

const filters = { role: equals('role'), isActive: equals('is_active'), q: contains('name', 'email') };

const policyRows = (memberId: string) =>
  `${rowsOf('access_policies')} and t.member_id = ${memberId} order by t.domain collate "C"`;

export class SqlMembers
  extends storeOf(SqlStore<Member, MemberFilters>, { ...memberFields, filters, searches: ['q'] })
  implements Members
{
  /** Invalidates the member's cached keys in every process, so that the change takes effect at once. */
  protected override readonly announces = 'tandem_access';
  private readonly policies = new RowMap<AccessPolicy>(accessPolicyFields.table, accessPolicyView);

  async lockOwners(): Promise<Owners> {
    const owners = `${rowsOf('members')} and ${isActiveOwner}`;
    // Rights are read after locking, so that they include policies replaced during the wait.
    const [, found] = await this.database.batch([
      tenantStatement(`select t.id ${owners} order by t.id for update of t`),
      tenantStatement(`select t.id, ${rightsColumns('t')} ${owners}`),
    ]);
    return new Owners(new Map(found!.rows.map((row) => [row.id as string, rightsOfRow(row)])));
  }

  findByEmail(email: string): Promise<Member | undefined> {
    return this.first((bind) => `t.email = ${bind(plainEmail(email))}`);
  }

  async policiesOf(id: string): Promise<AccessPolicy[]> {
    const rows = await this.query((bind) => `select ${this.policies.columns} ${policyRows(bind(id))}`);
    return rows.map((row) => this.policies.revive(row));
  }

  async access(id: string): Promise<List<AccessPolicy>> {
    await this.one(id);
    return new List(await this.rendered<AccessPolicy>((bind) => policyRows(bind(id)), accessPolicyView), false);
  }

  async setAccess(access: MemberAccess): Promise<void> {
    const { memberId, accessPolicies } = access;
    const before = await this.policiesOf(memberId);
    const remove = tenantStatement(`delete from access_policies t where ${ofTenant()} and t.member_id = $2`, memberId);
    const changes = { access_policies: { from: before.map(brief), to: accessPolicies.map(brief) } };
    const events = eventRows(access, memberAccessView, changes, this.database);
    await this.write([remove, ...accessPolicies.map((policy) => this.policies.insert(policy)), ...events]);
  }
}

const brief = ({ domain, accessLevel, resourceFilter }: AccessPolicy) => ({
  domain,
  access_level: accessLevel,
  ...(resourceFilter && { resource_filter: resourceFilter }),
});
