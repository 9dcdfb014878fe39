import { problemCodes } from '@tandem/platform/feature/problem-codes';
import { glossary } from '@tandem/platform/view/glossary';

export const invitationsGlossary = glossary(`
email | Whom the invitation is for; the new member gets this address. | "grace@example.com"
role | The role the new member gets; nobody gives a higher one than their own. Default: member. | "member"
access_policies | The policies the new member gets, one for each domain; none leaves them what the role has. | [{"domain": "tasks", "access_level": "write", "resource_filter": null}]
domain | The domain it is about; \`*\` is for the domains without a policy of their own. | "tasks"
access_level | What the member may do in the domain. | "write"
resource_filter | Limits the policy to some records; null for all. | null
project_ids | Only these projects, and the tasks in them. |
notebook_ids | Only these notebooks, and the notes in them. |
status | pending until it is claimed, revoked, or expired. | "pending"
invited_by | The member who invited; null when it was the operator. |
member_id | The member that came of it; null until it is claimed. |
expires_at | From then on the code is refused with 410. | "2026-11-28T09:30:00.000Z"
claimed_at | When it was claimed; null until then. |
revoked_at | When it was revoked; null unless it was. |
code | The code that admits whoever has it, once. It is shown here alone. | "inv_4f7Qm2ZxT9cRkV1bNs6YwE8hLpJd3GuA0Xr5Zt"
expires_in_days | Days until the code expires, 1 to 30; default 7. | 7
ClaimInvitationInput.code | The code of the invitation; not needed where it is the bearer token. | "inv_4f7Qm2ZxT9cRkV1bNs6YwE8hLpJd3GuA0Xr5Zt"
name | The name of the new member; default: what stands before the @ of the e-mail address. | "Grace Hopper"
member | The new member. |
InvitationClaim.access_policies | The policies the new member got. |
api_key | A first key of the new member, shown this once. | "wsk_live_8fK2mQ9xT4cRkV1bNs6YwE7hLpJd3G0uAXr5Zt4"
`);

export const invitationsProblems = problemCodes(`
invitation_not_found | 404 | Invitation not found | No invitation has this code. | Check that the code was copied whole, or ask for a new invitation.
invitation_claimed   | 409 | Invitation claimed | The invitation has been claimed already. | Use the key that the claim gave, or ask for a new invitation.
invitation_revoked   | 409 410 | Invitation revoked | The invitation was taken back. | Ask for a new invitation.
invitation_expired   | 410 | Invitation expired | The invitation's time is over. | Ask for it to be sent again.
member_exists        | 409 | Member exists | Somebody with this e-mail address is a member already. | Change the rights of that member instead.
`);
