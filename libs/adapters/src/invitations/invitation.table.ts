import { Invitation } from '@tandem/domain/invitations/invitation';
import { instant, json, nullable, table, text, uuid } from '@tandem/platform/store/table';

export const invitationTable = table(Invitation, 'invitations', {
  email: text,
  role: text,
  accessPolicies: json,
  invitedBy: nullable(uuid),
  memberId: nullable(uuid),
  codeHash: text,
  expiresAt: instant,
  claimedAt: nullable(instant),
  revokedAt: nullable(instant),
});
