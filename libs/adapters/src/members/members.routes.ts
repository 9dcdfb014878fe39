import { DeactivateMember } from '@tandem/domain/members/deactivate-member';
import { Members } from '@tandem/domain/members/members.port';
import { ReplaceAccess } from '@tandem/domain/members/replace-access';
import { UpdateMember } from '@tandem/domain/members/update-member';
import { DELETE, GET, listOf, nothing, one, pageOf, PATCH, PUT } from '@tandem/platform/feature/feature';
import { get, list, query } from '@tandem/platform/feature/queries';
import { ById } from '@tandem/platform/inputs/inputs';
import { accessPolicyView, memberView } from './member.fields.js';
import { ListMembersInput, ReplaceAccessInput, UpdateMemberInput } from './members.inputs.js';

export const memberRoutes = [
  GET('/members', 'members:read', 'List members', {
    tool: 'front',
    input: ListMembersInput,
    run: list(Members),
    response: pageOf(memberView),
  }),
  GET('/members/:id', 'members:read', 'Get a member', { input: ById, run: get(Members), response: one(memberView) }),
  PATCH('/members/:id', 'members:write', "Update a member's role, name or metadata", {
    input: UpdateMemberInput,
    run: UpdateMember,
    response: one(memberView),
    problems: ['403 exceeds_own_rights', '409 last_owner'],
    example: { role: 'admin' },
  }),
  DELETE('/members/:id', 'members:write', 'Deactivate a member and revoke their API keys', {
    input: ById,
    run: DeactivateMember,
    response: nothing,
    problems: ['403 exceeds_own_rights', '409 last_owner'],
  }),
  GET('/members/:id/access', 'members:read', "List a member's access policies", {
    input: ById,
    run: query('GetAccess', [Members], ({ id }: ById, members) => members.access(id)),
    response: listOf(accessPolicyView),
  }),
  PUT('/members/:id/access', 'members:admin', "Replace a member's access policies", {
    description: 'The body is either the array of policies or an object that contains it.',
    input: ReplaceAccessInput,
    run: ReplaceAccess,
    response: listOf(accessPolicyView),
    problems: ['403 exceeds_own_rights'],
    bareList: 'access_policies',
    example: { access_policies: [{ domain: 'tasks', access_level: 'write', resource_filter: null }] },
  }),
];
