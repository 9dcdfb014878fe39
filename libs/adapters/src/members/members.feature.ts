import { Authorizations } from '@tandem/domain/core/access/authorizations';
import { Members } from '@tandem/domain/members/members.port';
import { bind, type Feature, publishes } from '@tandem/platform/feature/feature';
import { accessPolicyFields, memberAccessView, memberFields, memberView } from './member.fields.js';
import { memberRoutes } from './members.routes.js';
import { CreateMembers1764000002000 } from './migrations/1764000002000-create-members.js';
import { SqlMembers } from './sql-members.js';
import { SqlAuthorizations } from './sql-authorizations.js';
import { membersProblems } from './members.problems.js';
import { memberSearchable } from './member.searchable.js';

export const members: Feature = {
  name: 'members',
  summary: 'People in the tenant and what they may do',
  domains: { members: 'administration' },
  closedTo: { agents: 'changes' },
  toolVocabulary: {
    synonyms: {
      colleague: 'member',
      employee: 'member',
      people: 'member',
      person: 'member',
      staff: 'member',
      team: 'member',
      user: 'member',
      work: 'member',
    },
  },
  tables: [memberFields.table, accessPolicyFields.table],
  migrations: [CreateMembers1764000002000],
  entities: { member: Members },
  searchable: [memberSearchable],
  adapters: [bind(Members, SqlMembers), bind(Authorizations, SqlAuthorizations)],
  routes: memberRoutes,
  problems: membersProblems,
  publishes: [
    ...publishes('member', ['created', 'updated', 'deactivated'], memberView),
    ...publishes('access_policy', ['updated'], memberAccessView),
  ],
};
