import { problemCodes } from '@tandem/platform/feature/problem-codes';
import { glossary } from '@tandem/platform/view/glossary';

export const membersGlossary = glossary(`
name | What people call the member. | "Ada Lovelace"
email | Unique among the members of the tenant. | "ada@example.com"
role | The ceiling of what the member may do: owner and admin everything, member writes, viewer reads. See [rights](/docs/rights). | "member"
is_active | False once the member was deactivated: keys are refused, and what worked in their name stops. | true
member_id | Whose policy it is. |
domain | The domain it is about; \`*\` is for the domains without a policy of their own. | "tasks"
access_level | What the member may do in the domain, under the ceiling of the role. | "write"
resource_filter | Limits the policy to some records: what is outside reads as if it did not exist. Null for all. |
project_ids | Only these projects, and the tasks in them. |
notebook_ids | Only these notebooks, and the notes in them. |
access_policies | One policy for each domain; domains without one are as the role has them. |
`);

export const membersProblems = problemCodes(`
email_taken        | 409 | E-mail taken | Another record already has this e-mail address. | Use the record that has it, or another address.
domain_taken       | 409 | Domain taken | The member already has a policy for this domain. | Send one policy for each domain.
last_owner         | 409 | Last owner | A tenant keeps at least one active owner. | Make another member an owner first.
exceeds_own_rights | 403 | Exceeds own rights | Nobody can grant more than they may do themselves. | Grant less, or let somebody with these rights do it.
owner_lost         | 409 | Owner lost | The schedule or webhook endpoint stopped because a member or API key it works for lost the right to it; reason says how: the member was deactivated, the API key was revoked, paused or expired, or the right was taken away. | Let the member it belongs to or an administrator enable it: it is theirs from then on.
`);
