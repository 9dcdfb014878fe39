import { type ChannelType, channelTypes } from '@tandem/domain/contacts/channel-types';
import { type ContactKind, contactKinds } from '@tandem/domain/contacts/contact';
import { Bool, Json, ListOf, OneOf, optional, Text, Url, Uuid, Zone } from '@tandem/platform/inputs';
import { PageInput } from '@tandem/platform/list-inputs';

const cleared = { optional: true, nullable: true } as const;
const name = { max: 200, ...cleared } as const;

export class ChannelInput {
  @OneOf(channelTypes) type!: ChannelType;
  @Text({ max: 2048, description: 'as people write it; it is looked up in a normalised form' }) value!: string;
  @Text({ max: 100, ...cleared, description: 'such as work' }) label?: string | null;
  @Bool({ optional: true, description: 'a new primary channel takes the place of the former one of its type' })
  isPrimary?: boolean;
}

export class ContactFieldsInput {
  @Text({ max: 500, ...cleared, description: 'composed from the name parts where it is not given' })
  displayName?: string | null;
  @OneOf(contactKinds, { optional: true }) kind?: ContactKind;
  @Url(cleared) avatarUrl?: string | null;
  @Text({ min: 0, max: 100_000, ...cleared }) bio?: string | null;
  @Text(name) familyName?: string | null;
  @Text(name) givenName?: string | null;
  @Text({ max: 100, ...cleared, description: 'BCP 47 tag' }) language?: string | null;
  @Text(name) middleName?: string | null;
  @Text(name) nickname?: string | null;
  @Text(name) prefix?: string | null;
  @Text(name) suffix?: string | null;
  @Zone(cleared) timezone?: string | null;
  @Text({ max: 255, ...cleared, description: 'UID of the vCard; default urn:uuid: and the id' }) vcardUid?:
    string | null;
  @Json({ optional: true }) metadata?: unknown;
}

export class CreateContactInput extends ContactFieldsInput {
  @ListOf(ChannelInput, { most: 50, optional: true }) channels?: ChannelInput[];
}

export class UpdateContactInput extends ContactFieldsInput {
  @Uuid() id!: string;
}

export class ListContactsInput extends PageInput {
  @OneOf(contactKinds, { optional: true }) kind?: ContactKind;
  @Text({ max: 200, optional: true, description: 'words in a name or a channel' }) q?: string;
}

export class FindContactInput {
  @OneOf(channelTypes) channelType!: ChannelType;
  @Text({ min: 0, max: 2048, description: 'any spelling of the channel' }) channelValue!: string;
}

export class MergeContactsInput {
  @Uuid() id!: string;
  @Uuid({ description: 'the contact that becomes a part of this one' }) sourceId!: string;
}

export class ChannelsOfContactInput extends PageInput {
  @Uuid() id!: string;
}

export class AddChannelInput extends ChannelInput {
  @Uuid() id!: string;
}

export class ChannelOfContactInput {
  @Uuid() id!: string;
  @Uuid() channelId!: string;
}

export class UpdateChannelInput extends optional(ChannelInput) {
  @Uuid() id!: string;
  @Uuid() channelId!: string;
}
