import { needing } from '../core/use-case.js';
import { invalid } from '../core/errors.js';
import type { Rendered } from '../core/page.js';
import { currentScope } from '../core/scope.js';
import { notOfType } from './channel.js';
import { type ChannelType, isPhone } from './channel-types.js';
import type { Contact } from './contact.js';
import { Contacts } from './contacts.port.js';
import { normaliseChannel } from './normalise-channel.js';
import { withPlus } from './normalise-phone.js';

export class FindContactByChannel extends needing({ contacts: Contacts }) {
  async run({
    channelType,
    channelValue,
  }: {
    channelType: ChannelType;
    channelValue: string;
  }): Promise<Rendered<Contact>> {
    const value = isPhone(channelType) ? withPlus(channelValue) : channelValue;
    const normal = normaliseChannel(channelType, value, currentScope().country);
    const detail = notOfType(channelType, currentScope().country);
    if (normal === undefined) throw invalid([{ parameter: 'channel_value', code: 'invalid_channel', detail }]);
    return this.contacts.readByChannel(channelType, normal);
  }
}
