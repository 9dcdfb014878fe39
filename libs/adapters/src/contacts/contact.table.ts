import { Channel } from '@tandem/domain/contacts/channel';
import { Contact } from '@tandem/domain/contacts/contact';
import { bool, instant, json, nullable, table, text, uuid } from '@tandem/platform/store/table';

export const contactTable = table(Contact, 'contacts', {
  displayName: text,
  kind: text,
  avatarUrl: nullable(text),
  bio: nullable(text),
  familyName: nullable(text),
  givenName: nullable(text),
  language: nullable(text),
  middleName: nullable(text),
  nickname: nullable(text),
  prefix: nullable(text),
  suffix: nullable(text),
  timezone: nullable(text),
  vcardUid: text,
  metadata: json,
  mergedInto: nullable(uuid),
  deletedAt: nullable(instant),
});

export const channelTable = table(Channel, 'contact_channels', {
  contactId: uuid,
  type: text,
  value: text,
  normalizedValue: text,
  label: nullable(text),
  isPrimary: bool,
  isExclusive: bool,
});
