import { Identities, type Identity, plainEmail } from '@tandem/domain/core/access/identity';
import type { Policy, Role } from '@tandem/domain/core/access/rights';
import { inEachTenant, inTenant, noTenant } from '@tandem/domain/core/scope';
import { uses } from '@tandem/domain/core/use-case';
import type { Row } from '@tandem/platform/postgres/batch';
import { Database } from '@tandem/platform/postgres/database';
import { ofTenant } from '@tandem/platform/postgres/statements';
import { rightsColumns } from '../access/member-rights.js';
import { Signals } from '@tandem/platform/postgres/signals';

const person = `m.id as member_id, n.timezone, n.default_country, ${rightsColumns('m')}`;
const tenantOfMember = `join tenants n on n.tenant_id = m.tenant_id and n.closed_at is null`;

const touchMillis = 60_000;

export class SqlIdentities extends uses({ database: Database, signals: Signals }, Identities) {
  private readonly recent = new Map<string, Identity>();
  private readonly written = new Map<string, number>();

  async byKeyHash(hash: string): Promise<Identity | undefined> {
    const text = `select tenant_id, api_key_id, valid_until from api_key_hashes
      where hash = $1 and coalesce(valid_until, 'infinity') > now()`;
    const [found] = await withoutTenant(() => this.database.query(text, [hash]));
    if (!found) return undefined;
    // Includes expired keys, so that the response can name the reason.
    const row = await this.ofTenant(
      found.tenant_id as string,
      `select k.id as actor_id, k.scopes, k.environment, k.expires_at, ${person}
       from api_keys k join members m on (m.tenant_id, m.id) = (k.tenant_id, k.member_id) ${tenantOfMember}
       where ${ofTenant('k')} and k.id = $2 and k.is_active and m.is_active`,
      found.api_key_id as string,
    );
    if (!row) return undefined;
    return {
      ...identityOf(found.tenant_id as string, row, 'api_key'),
      expiresAt: row.expires_at as Date | null,
      forgottenAt: found.valid_until as Date | null,
    };
  }

  async byInvitationHash(hash: string): Promise<Identity | undefined> {
    const text = 'select tenant_id, invitation_id from invitation_hashes where hash = $1';
    const [found] = await withoutTenant(() => this.database.query(text, [hash]));
    if (!found) return undefined;
    const row = await this.ofTenant(
      found.tenant_id as string,
      `select i.id as actor_id, i.role, null as member_id, n.timezone, n.default_country,
         '[]'::json as policies, '{}'::text[] as scopes
       from invitations i join tenants n on n.tenant_id = i.tenant_id and n.closed_at is null
       where ${ofTenant('i')} and i.id = $2`,
      found.invitation_id as string,
    );
    return row && identityOf(found.tenant_id as string, row, 'invitation');
  }

  async byEmail(tenantId: string, email: string): Promise<Identity | undefined> {
    const text = `select m.id as actor_id, array['*'] as scopes, ${person} from members m ${tenantOfMember}
      where ${ofTenant('m')} and m.email = $2 and m.is_active`;
    const row = await this.ofTenant(tenantId, text, plainEmail(email));
    return row && identityOf(tenantId, row, 'member');
  }

  used(identity: Identity): void {
    if (identity.actorType === 'api_key') this.recent.set(identity.actorId, identity);
  }

  async flush(): Promise<void> {
    const now = Date.now();
    for (const [keyId, at] of this.written) if (at + touchMillis <= now) this.written.delete(keyId);
    const due = [...this.recent.values()].filter(({ actorId }) => !this.written.has(actorId));
    this.recent.clear();
    const text = `update api_keys t set last_used_at = now() where ${ofTenant()} and t.id = $2`;
    await inEachTenant(due, ({ actorId }) => {
      this.written.set(actorId, now);
      return this.database.queryOfTenant(text, actorId);
    });
  }

  onChange(forget: (tenantId: string) => void): void {
    this.signals.on('tandem_access', forget);
  }

  private async ofTenant(tenantId: string, text: string, value: string): Promise<Row | undefined> {
    const [row] = await inTenant(tenantId, () => this.database.queryOfTenant(text, value));
    return row;
  }
}

const withoutTenant = <T>(work: () => T): T => inTenant(noTenant, work);

function identityOf(tenantId: string, row: Row, actorType: Identity['actorType']): Identity {
  return {
    tenantId,
    actorType,
    actorId: row.actor_id as string,
    timezone: row.timezone as string,
    country: row.default_country as string | null,
    memberId: row.member_id as string | null,
    role: row.role as Role,
    policies: row.policies as Policy[],
    scopes: row.scopes as string[],
    isTest: row.environment === 'test',
    expiresAt: null,
    forgottenAt: null,
  };
}
