import { problemCodes } from '@tandem/platform/feature/problem-codes';

export const invitationsProblems = problemCodes(`
invitation_not_found | 404 | Invitation not found
  | No invitation has this code. | Check that the whole code was copied, or ask for a new invitation.
invitation_claimed | 409 | Invitation claimed
  | The invitation has already been claimed. | Use the API key that the claim returned, or ask for a new invitation.
invitation_revoked   | 409 410 | Invitation revoked | The invitation was revoked. | Ask for a new invitation.
invitation_expired   | 410 | Invitation expired | The invitation has expired. | Ask for it to be resent.
member_exists | 409 | Member exists
  | Someone with this e-mail address is already a member. | Change the rights of that member instead.
`);
