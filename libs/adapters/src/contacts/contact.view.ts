import type { Channel } from '@tandem/domain/contacts/channel';
import { channelTypes } from '@tandem/domain/contacts/channel-types';
import { type Contact, contactKinds } from '@tandem/domain/contacts/contact';
import { bool, from, instant, json, nullable, oneOf, text, uuid } from '@tandem/platform/view/kinds';
import { view } from '@tandem/platform/view/view';
import { partsOf } from '@tandem/platform/view/view-parts';
import { contactsGlossary } from './contacts.glossary.js';

export const channelView = view<Channel>(contactsGlossary)('ContactChannel', {
  id: uuid,
  tenant_id: uuid,
  contact_id: uuid,
  type: oneOf(channelTypes),
  value: text,
  normalized_value: text,
  label: nullable(text),
  is_primary: bool,
  created_at: instant,
  updated_at: instant,
});

export const channelsOfContact = { table: 'contact_channels', owner: 'contact_id', order: 'id' };

export const contactView = view<Contact>(contactsGlossary)('Contact', {
  id: uuid,
  tenant_id: uuid,
  display_name: text,
  kind: oneOf(contactKinds),
  avatar_url: nullable(text),
  bio: nullable(text),
  family_name: nullable(text),
  given_name: nullable(text),
  language: nullable(text),
  middle_name: nullable(text),
  nickname: nullable(text),
  prefix: nullable(text),
  suffix: nullable(text),
  timezone: nullable(text),
  vcard_uid: text,
  metadata: json,
  channels: from({ property: 'contactChannels' }, partsOf(channelView, channelsOfContact)),
  merged_into: nullable(uuid),
  created_at: instant,
  updated_at: instant,
  deleted_at: nullable(instant),
});
