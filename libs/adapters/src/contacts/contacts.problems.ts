import { problemCodes } from '@tandem/platform/feature/problem-codes';

export const contactsProblems = problemCodes(`
channel_taken | 409 | Channel taken
  | Another contact has this channel; existing_contact_id names it. | Use that contact, or merge the two.
vcard_uid_taken | 409 | vCard UID taken
  | Another contact already has this vcard_uid. | Use that contact, or merge the two.
already_merged    | 409 | Already merged | These two are one contact already. | Nothing: it is done.
too_many_channels | 409 | Too many channels
  | The contact has as many channels as a contact can have. | Remove one first.
`);
