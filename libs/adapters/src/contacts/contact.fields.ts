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
import { partsOf, shownEach } from '@tandem/platform/view/view';

export const channelFields = fields(Channel, ['contact_channels', 'ContactChannel'], {
  id,
  tenantId,
  contactId: shown(uuid, 'The contact that the channel belongs to.'),
  type: shown(oneOf(channelTypes), 'Type of the channel.', 'email'),
  value: shown(text, 'The address exactly as entered.', 'Ada@Example.com'),
  normalizedValue: shown(
    text,
    'The address as normalised for lookups: e-mail in lower case, phone numbers in E.164 (+4930…), handles ' +
      'without @, all without format characters such as direction marks. Read-only.',
    'ada@example.com',
  ),
  label: shown(nullable(text), 'What the address is for, such as work; null for none.', 'work'),
  isPrimary: shown(
    bool,
    'True for the preferred channel of its type; a new primary channel replaces the former one.',
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
  displayName: shown(text, 'Display name; composed from the name parts if omitted.', 'Ada Lovelace'),
  kind: shown(oneOf(contactKinds), 'Kind of contact. Default: individual.', 'individual'),
  avatarUrl: shown(nullable(text), 'URL of a picture; Tandem does not fetch it.', 'https://example.com/ada.png'),
  bio: shown(nullable(text), 'About the contact, in Markdown.', 'Wrote the first program.'),
  familyName: shown(nullable(text), 'Family name; null for none.', 'Lovelace'),
  givenName: shown(nullable(text), 'Given name; null for none.', 'Ada'),
  language: shown(nullable(text), 'Preferred language as a BCP 47 tag, such as en or pt-BR.', 'en'),
  middleName: shown(nullable(text), 'Middle name; null for none.'),
  nickname: shown(nullable(text), 'Nickname; null for none.'),
  prefix: shown(nullable(text), 'Honorific prefix, such as Dr.'),
  suffix: shown(nullable(text), 'Honorific suffix, such as Jr.'),
  timezone: shown(nullable(text), 'IANA time zone of the contact, such as Europe/London.', 'Europe/London'),
  vcardUid: shown(
    text,
    'UID of the vCard, unique in the tenant; urn:uuid: and the id if omitted.',
    'urn:uuid:019ab1c2-13d1-7ed7-8740-db6cad66b18a',
  ),
  metadata,
  channels: derived(
    from({ property: 'contactChannels' }, partsOf(channelView, channelsOfContact)),
    'Channels of the contact, oldest first. On create, at most 50, each `{type, value, label?, is_primary?}`.',
  ),
  mergedInto: shown(nullable(uuid), 'The contact that this one was merged into; null if it was not merged.'),
  createdAt,
  updatedAt,
  deletedAt,
});
export const contactView = contactFields.view;

export const restoredContactView = contactView.with('RestoredContact', {
  channelsDropped: shown(
    shownEach(channelView),
    'E-mail addresses and handles that another contact has taken since the deletion: the contact no longer has them.',
    [],
  ),
});

export const erasedContactView = contactView.with('ErasedContact', {
  notErased: shown(
    text,
    'What the erasure does not reach.',
    'Names and addresses that people typed into notes, tasks and other texts, or gave to agents, remain.',
  ),
});
