import { type ChannelType, channelTypes } from '@tandem/domain/contacts/channel-types';
import { Bool, Described, OneOf, optional, Text, Uuid } from '@tandem/platform/inputs/inputs';
import { channelView } from './contact.fields.js';

@Described(channelView)
export class ChannelInput {
  @OneOf(channelTypes) type!: ChannelType;
  @Text({ max: 2048, description: 'the address as entered; lookups use a normalised form' }) value!: string;
  @Text({ max: 100, clearable: true }) label?: string | null;
  @Bool({ optional: true }) isPrimary?: boolean;
}

export class AddChannelInput extends ChannelInput {
  @Uuid() id!: string;
}

@Described(channelView)
export class ChannelById {
  @Uuid() id!: string;
  @Uuid({ description: 'the id of the channel' }) channelId!: string;
}

@Described(channelView)
export class UpdateChannelInput extends optional(ChannelInput) {
  @Uuid() id!: string;
  @Uuid({ description: 'the id of the channel' }) channelId!: string;
}
