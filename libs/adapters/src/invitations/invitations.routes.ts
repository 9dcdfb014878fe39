import { ClaimInvitation } from '@tandem/domain/invitations/claim-invitation';
import { CreateInvitation } from '@tandem/domain/invitations/create-invitation';
import { Invitations } from '@tandem/domain/invitations/invitations.port';
import { ResendInvitation } from '@tandem/domain/invitations/resend-invitation';
import { RevokeInvitation } from '@tandem/domain/invitations/revoke-invitation';
import { DELETE, GET, nothing, one, pageOf, POST } from '@tandem/platform/feature/feature';
import { get, list } from '@tandem/platform/feature/queries';
import { ById } from '@tandem/platform/inputs/inputs';
import { claimedView, invitationView, invitationWithCodeView } from './invitation.fields.js';
import {
  ClaimInvitationInput,
  CreateInvitationInput,
  ListInvitationsInput,
  ResendInvitationInput,
} from './invitations.inputs.js';

export const invitationRoutes = [
  POST('/invitations', 'members:write', 'Invite someone; the code is shown only once', {
    input: CreateInvitationInput,
    run: CreateInvitation,
    response: one(invitationWithCodeView),
    location: '/invitations/{id}',
    problems: ['403 test_key', '403 exceeds_own_rights', '409 member_exists'],
    example: { email: 'grace@example.com', role: 'member', expires_in_days: 7 },
  }),
  GET('/invitations', 'members:read', 'List invitations', {
    input: ListInvitationsInput,
    run: list(Invitations),
    response: pageOf(invitationView),
  }),
  GET('/invitations/:id', 'members:read', 'Get an invitation', {
    input: ById,
    run: get(Invitations),
    response: one(invitationView),
  }),
  POST('/invitations/:id/resend', 'members:write', 'Issue a new code with a new expiry; the old one stops working', {
    input: ResendInvitationInput,
    run: ResendInvitation,
    response: one(invitationWithCodeView),
    problems: [
      '403 test_key',
      '403 exceeds_own_rights',
      '409 member_exists',
      '409 invitation_claimed',
      '409 invitation_revoked',
    ],
    example: { expires_in_days: 7 },
  }),
  DELETE('/invitations/:id', 'members:write', 'Revoke an invitation', {
    input: ById,
    run: RevokeInvitation,
    response: nothing,
    problems: ['409 invitation_claimed'],
  }),
  POST(
    '/invitations/claim',
    'claim',
    'Become a member with the code of an invitation, if its sender could still grant what it offers; ' +
      'the API key is shown only once',
    {
      input: ClaimInvitationInput,
      run: ClaimInvitation,
      response: one(claimedView),
      location: '/members/{member.id}',
      shownKeys: (body: { api_key: string }) => [body.api_key],
      problems: [
        '409 api_key_revoked',
        '404 invitation_not_found',
        '409 invitation_claimed',
        '409 member_exists',
        '410 invitation_revoked',
        '410 invitation_expired',
      ],
      example: { code: 'inv_4f7Qm2ZxT9cRkV1bNs6YwE8hLpJd3GuA0Xr5Zt', name: 'Grace Hopper' },
    },
  ),
];
