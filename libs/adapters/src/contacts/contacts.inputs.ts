import { type ChannelType, channelTypes } from '@tandem/domain/contacts/channel-types';
import { type ContactKind, contactKinds } from '@tandem/domain/contacts/contact';
import { expectLanguage } from '@tandem/domain/contacts/contact-name';
import {
  Bool,
  Described,
  Json,
  Judged,
  ListOf,
  OneOf,
  optional,
  PageInput,
  Text,
  Url,
  Uuid,
  Zone,
} from '@tandem/platform/inputs/inputs';
import { contactsGlossary } from './contacts.glossary.js';

const name = { max: 200, clearable: true } as const;

@Described(contactsGlossary)
class ChannelInput {
  @OneOf(channelTypes) type!: ChannelType;
  @Text({ max: 2048, description: 'as people write it; it is looked up in a normalised form' }) value!: string;
  @Text({ max: 100, clearable: true }) label?: string | null;
  @Bool({ optional: true }) isPrimary?: boolean;
}

@Described(contactsGlossary)
@Judged(expectLanguage)
class ContactFieldsInput {
  @Text({ max: 500, clearable: true }) displayName?: string | null;
  @OneOf(contactKinds, { optional: true }) kind?: ContactKind;
  @Url({ clearable: true }) avatarUrl?: string | null;
  @Text({ min: 0, max: 100_000, clearable: true }) bio?: string | null;
  @Text(name) familyName?: string | null;
  @Text(name) givenName?: string | null;
  @Text({ max: 100, clearable: true }) language?: string | null;
  @Text(name) middleName?: string | null;
  @Text(name) nickname?: string | null;
  @Text(name) prefix?: string | null;
  @Text(name) suffix?: string | null;
  @Zone({ clearable: true }) timezone?: string | null;
  @Text({ max: 255, clearable: true, description: 'UID of the vCard; default urn:uuid: and the id' }) vcardUid?:
    string | null;
  @Json({ optional: true }) metadata?: unknown;
}

@Described(contactsGlossary)
export class CreateContactInput extends ContactFieldsInput {
  @ListOf(ChannelInput, { maxItems: 50, optional: true }) channels?: ChannelInput[];
}

export class UpdateContactInput extends ContactFieldsInput {
  @Uuid() id!: string;
}

export class ListContactsInput extends PageInput {
  @OneOf(contactKinds, { optional: true }) kind?: ContactKind;
  @Text({ max: 200, optional: true, description: 'words in a name or a channel' }) q?: string;
}

@Described(contactsGlossary)
export class FindContactInput {
  @OneOf(channelTypes) channelType!: ChannelType;
  @Text({ min: 0, max: 2048 }) channelValue!: string;
}

@Described(contactsGlossary)
export class MergeContactsInput {
  @Uuid() id!: string;
  @Uuid() sourceId!: string;
}

export class AddChannelInput extends ChannelInput {
  @Uuid() id!: string;
}

@Described(contactsGlossary)
export class ChannelById {
  @Uuid() id!: string;
  @Uuid() channelId!: string;
}

@Described(contactsGlossary)
export class UpdateChannelInput extends optional(ChannelInput) {
  @Uuid() id!: string;
  @Uuid() channelId!: string;
}
