import { Invitations } from '@tandem/domain/invitations/invitations.port';
import { audits, bind, type Feature, publishes } from '@tandem/platform/feature/feature';
import { invitationFields, invitationView } from './invitation.fields.js';
import { invitationRoutes } from './invitations.routes.js';
import { CreateInvitations1764000003500 } from './migrations/1764000003500-create-invitations.js';
import { SqlInvitations } from './sql-invitations.js';
import { invitationsProblems } from './invitations.problems.js';

export const invitations: Feature = {
  name: 'invitations',
  summary: 'Offers of membership, claimed with a code',
  closedTo: { agents: 'all' },
  tables: [invitationFields.table],
  migrations: [CreateInvitations1764000003500],
  adapters: [bind(Invitations, SqlInvitations)],
  routes: invitationRoutes,
  problems: invitationsProblems,
  audits: audits('invitation', ['resent']),
  publishes: publishes('invitation', ['created', 'claimed', 'revoked'], invitationView),
};
