import type { TenantRecord } from '@tandem/domain/core/scope';
import type { Invitation, InvitationStatus } from '@tandem/domain/invitations/invitation';
import type { InvitationFilters, Invitations } from '@tandem/domain/invitations/invitations.port';
import type { Statement } from '@tandem/platform/postgres/batch';
import { storeOf } from '@tandem/platform/store/store-of';
import { type Bind, ofTenant, tenantStatement } from '@tandem/platform/postgres/statements';
import { SqlStore } from '@tandem/platform/store/sql-store';
import { status } from './invitation-rules.js';
import { invitationFields } from './invitation.fields.js';

const filters = { status: (requested: InvitationStatus, bind: Bind) => `${status} = ${bind(requested)}` };

export class SqlInvitations
  extends storeOf(SqlStore<Invitation, InvitationFilters>, { ...invitationFields, filters })
  implements Invitations
{
  async recordAcrossTenants(codeHash: string): Promise<TenantRecord | undefined> {
    const text = 'select tenant_id as "tenantId", invitation_id as id from invitation_hashes where hash = $1';
    return (await this.database.query(text, [codeHash]))[0] as TenantRecord | undefined;
  }

  protected override alsoWritten({ id, code, codeHash }: Invitation): Statement[] {
    if (!code) return [];
    const forget = `delete from invitation_hashes t where ${ofTenant()} and t.invitation_id = $2`;
    const remember = 'insert into invitation_hashes (tenant_id, invitation_id, hash) values ($1, $2, $3)';
    return [tenantStatement(forget, id), tenantStatement(remember, id, codeHash)];
  }
}
