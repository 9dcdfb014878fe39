import { problemCodes } from '@tandem/platform/feature/problem-codes';

export const membersProblems = problemCodes(`
email_taken | 409 | E-mail taken
  | Another record already has this e-mail address. | Use the record that has it, or another address.
domain_taken | 409 | Domain taken
  | The member already has a policy for this domain. | Send only one policy per domain.
last_owner         | 409 | Last owner | A tenant needs at least one active owner. | Make another member an owner first.
exceeds_own_rights | 403 | Exceeds own rights
  | You cannot grant rights that you do not have. | Grant fewer rights, or ask someone with these rights to do it.
owner_lost | 409 | Owner lost
  | The schedule or webhook endpoint stopped because a member or API key it works for lost the right to it; reason
    gives the cause: the member was deactivated, the API key was revoked, paused or expired, or the right was removed.
  | Have the member it belongs to or an administrator enable it; it then belongs to them.
`);
