import { problemCodes } from '@tandem/platform/feature/problem-codes';

export const contactsProblems = problemCodes(`
channel_taken | 409 | Channel taken
  | Another contact has this channel; existing_contact_id identifies it. | Use that contact, or merge the two.
vcard_uid_taken | 409 | vCard UID taken
  | Another contact already has this vcard_uid. | Use that contact, or merge the two.
already_merged    | 409 | Already merged | The two contacts are already merged. | No action is needed.
too_many_channels | 409 | Too many channels
  | The contact has the maximum number of channels. | Remove a channel first.
`);
