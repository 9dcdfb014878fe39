import { type ChannelType, channelTypes } from '@tandem/domain/contacts/channel-types';
import { type ContactKind, contactKinds } from '@tandem/domain/contacts/contact';
import { expectLanguage } from '@tandem/domain/contacts/contact-name';
import {
  Described,
  Json,
  Judged,
  ListOf,
  OneOf,
  PageInput,
  Part,
  Sort,
  Text,
  Url,
  Uuid,
  Zone,
} from '@tandem/platform/inputs/inputs';
import { ChannelInput } from './contact-channels.inputs.js';
import { contactView } from './contact.fields.js';
import { contactSorts } from './contact-sorts.js';

const name = { max: 200, clearable: true } as const;

@Described(contactView)
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

@Described(contactView)
export class CreateContactInput extends ContactFieldsInput {
  @ListOf(ChannelInput, { maxItems: 50, optional: true }) channels?: ChannelInput[];
}

export class UpdateContactInput extends ContactFieldsInput {
  @Uuid() id!: string;
}

export class ListContactsInput extends PageInput {
  @OneOf(contactKinds, { optional: true }) kind?: ContactKind;
  @Part('a name or channel') q?: string;
  @Sort(contactSorts) sort?: string;
}

export class FindContactInput {
  @OneOf(channelTypes, { description: 'type of the channel_value', example: 'email' })
  channelType!: ChannelType;
  @Text({
    min: 0,
    max: 2048,
    description:
      'The address in any spelling; it is normalised like stored ones. ' +
      'A leading space in a phone number is read as a plus.',
    example: 'ADA@example.com',
  })
  channelValue!: string;
}

@Described(contactView)
export class MergeContactsInput {
  @Uuid() id!: string;
  @Uuid({
    description:
      'the contact to merge into this one: its channels, links and backlinks move here, and its id then resolves to ' +
      'this contact',
  })
  sourceId!: string;
}
