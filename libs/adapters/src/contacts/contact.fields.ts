import { Channel } from '@tandem/domain/contacts/channel';
import { channelTypes } from '@tandem/domain/contacts/channel-types';
import { Contact, contactKinds } from '@tandem/domain/contacts/contact';
import { fields } from '@tandem/platform/store/table';
import {
  createdAt,
  deletedAt,
  derived,
  hidden,
  id,
  metadata,
  shown,
  tenantId,
  updatedAt,
} from '@tandem/platform/view/fields';
import { bool, from, nullable, oneOf, text, uuid } from '@tandem/platform/view/kinds';
import { partsOf } from '@tandem/platform/view/view-parts';

export const channelFields = fields(Channel, ['contact_channels', 'ContactChannel'], {
  id,
  tenantId,
  contactId: shown(uuid, 'The contact that the channel belongs to.'),
  type: shown(oneOf(channelTypes), 'What kind of address it is.', 'email'),
  value: shown(text, 'The address as people write it: kept as it was typed.', 'Ada@Example.com'),
  normalizedValue: shown(
    text,
    'The address in the form it is looked up by: e-mail in lower case, phones as E.164 (+4930…), ' +
      'handles without @, all without format characters such as direction marks. Read-only.',
    'ada@example.com',
  ),
  label: shown(nullable(text), 'What the address is for, such as work; null for none.', 'work'),
  isPrimary: shown(
    bool,
    'True for the one to use first; a new primary channel takes the place of the former one of its type.',
    true,
  ),
  isExclusive: hidden(bool),
  createdAt,
  updatedAt,
});
export const channelView = channelFields.view;

export const channelsOfContact = { table: 'contact_channels', owner: 'contact_id', order: 'id' };

export const contactFields = fields(Contact, 'contacts', {
  id,
  tenantId,
  displayName: shown(text, 'The name to show; composed from the name parts where it is not given.', 'Ada Lovelace'),
  kind: shown(oneOf(contactKinds), 'What the contact is: a person unless said otherwise.', 'individual'),
  avatarUrl: shown(nullable(text), 'Address of a picture; Tandem does not fetch it.', 'https://example.com/ada.png'),
  bio: shown(nullable(text), 'A few words about the contact, as Markdown.', 'Wrote the first program.'),
  familyName: shown(nullable(text), 'Family name; null for none.', 'Lovelace'),
  givenName: shown(nullable(text), 'Given name; null for none.', 'Ada'),
  language: shown(nullable(text), 'BCP 47 tag of the language to write in, such as en or pt-BR.', 'en'),
  middleName: shown(nullable(text), 'Middle name; null for none.'),
  nickname: shown(nullable(text), 'What friends say; null for none.'),
  prefix: shown(nullable(text), 'What stands before the name, such as Dr.'),
  suffix: shown(nullable(text), 'What stands behind the name, such as Jr.'),
  timezone: shown(nullable(text), 'IANA zone where the contact is, such as Europe/London.', 'Europe/London'),
  vcardUid: shown(
    text,
    'UID of the vCard, unique in the tenant; urn:uuid: and the id where none is given.',
    'urn:uuid:019ab1c2-13d1-7ed7-8740-db6cad66b18a',
  ),
  metadata,
  channels: derived(
    from({ property: 'contactChannels' }, partsOf(channelView, channelsOfContact)),
    'How the contact can be reached, oldest first. ' +
      'On create at most 50, each of them `{type, value, label?, is_primary?}`.',
  ),
  mergedInto: shown(nullable(uuid), 'The contact that this one was merged into; null while it is one of its own.'),
  createdAt,
  updatedAt,
  deletedAt,
});
export const contactView = contactFields.view;
