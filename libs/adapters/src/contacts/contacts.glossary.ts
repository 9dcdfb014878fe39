import { problemCodes } from '@tandem/platform/feature/problem-codes';
import { glossary } from '@tandem/platform/view/glossary';

export const contactsGlossary = glossary(`
contact_id | The contact that the channel belongs to. |
type | What kind of address it is. | "email"
value | The address as people write it: kept as it was typed. | "Ada@Example.com"
normalized_value | The address in the form it is looked up by: e-mail in lower case, phones as E.164 (+4930…), handles without @, all without format characters such as direction marks. Read-only. | "ada@example.com"
label | What the address is for, such as work; null for none. | "work"
is_primary | True for the one to use first; a new primary channel takes the place of the former one of its type. | true
display_name | The name to show; composed from the name parts where it is not given. | "Ada Lovelace"
kind | What the contact is: a person unless said otherwise. | "individual"
avatar_url | Address of a picture; Tandem does not fetch it. | "https://example.com/ada.png"
bio | A few words about the contact, as Markdown. | "Wrote the first program."
family_name | Family name; null for none. | "Lovelace"
given_name | Given name; null for none. | "Ada"
middle_name | Middle name; null for none. |
nickname | What friends say; null for none. |
prefix | What stands before the name, such as Dr. |
suffix | What stands behind the name, such as Jr. |
language | BCP 47 tag of the language to write in, such as en or pt-BR. | "en"
timezone | IANA zone where the contact is, such as Europe/London. | "Europe/London"
vcard_uid | UID of the vCard, unique in the tenant; urn:uuid: and the id where none is given. | "urn:uuid:019ab1c2-13d1-7ed7-8740-db6cad66b18a"
channels | How the contact can be reached, oldest first. On create at most 50, each of them \`{type, value, label?, is_primary?}\`. |
merged_into | The contact that this one was merged into; null while it is one of its own. |
channel_id | The id of the channel. |
channel_type | What kind of address channel_value is. | "email"
channel_value | The address in any spelling; it is normalised like the stored ones. A leading blank of a phone number is taken for a plus. | "ADA@example.com"
source_id | The contact that becomes a part of this one: its channels, links and backlinks move here, and its id then leads here. |
`);

export const contactsProblems = problemCodes(`
channel_taken     | 409 | Channel taken | Another contact has this channel; existing_contact_id names it. | Use that contact, or merge the two.
vcard_uid_taken   | 409 | vCard UID taken | Another contact already has this vcard_uid. | Use that contact, or merge the two.
already_merged    | 409 | Already merged | These two are one contact already. | Nothing: it is done.
too_many_channels | 409 | Too many channels | The contact has as many channels as a contact can have. | Remove one first.
`);
