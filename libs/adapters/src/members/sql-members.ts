import type { AccessPolicy } from '@tandem/domain/members/access-policy';
import type { Member } from '@tandem/domain/members/member';
import type { Members } from '@tandem/domain/members/members.port';
import { Database } from '@tandem/platform/postgres/database';
import { RowMap } from '@tandem/platform/postgres/row-map';
import { SqlStore } from '@tandem/platform/postgres/sql-store';
import { accessPolicyTable, memberTable } from './member.table.js';
import { accessPolicyView, memberView } from './member.view.js';

export class SqlMembers extends SqlStore<Member> implements Members {
  static needs = [Database] as const;
  private readonly policies = new RowMap<AccessPolicy>(accessPolicyTable, accessPolicyView);

  constructor(database: Database) {
    super(database, { table: memberTable, view: memberView });
  }

  async isLastOwner(id: string): Promise<boolean> {
    const owners = await this.select(() => `t.role = 'owner' and t.is_active`, 'order by t.id for update of t');
    return owners.length === 1 && owners[0]!.id === id;
  }

  async setPolicies(member: Member, policies: readonly AccessPolicy[]): Promise<void> {
    const remove = {
      text: 'delete from access_policies where tenant_id = $1 and member_id = $2',
      values: [member.tenantId, member.id],
    };
    const changed = { text: `select pg_notify('tandem_access', $1)`, values: [member.tenantId] };
    await this.write([remove, ...policies.map((policy) => this.policies.insert(policy)), changed]);
  }
}
