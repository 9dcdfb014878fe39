import { problemCodes } from '@tandem/platform/feature/problem-codes';

export const invitationsProblems = problemCodes(`
invitation_not_found | 404 | Invitation not found
  | No invitation has this code. | Check that the code was copied whole, or ask for a new invitation.
invitation_claimed | 409 | Invitation claimed
  | The invitation has been claimed already. | Use the key that the claim gave, or ask for a new invitation.
invitation_revoked   | 409 410 | Invitation revoked | The invitation was taken back. | Ask for a new invitation.
invitation_expired   | 410 | Invitation expired | The invitation's time is over. | Ask for it to be sent again.
member_exists | 409 | Member exists
  | Somebody with this e-mail address is a member already. | Change the rights of that member instead.
`);
