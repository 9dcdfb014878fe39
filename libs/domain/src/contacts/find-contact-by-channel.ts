import { uses } from '../core/use-case.js';
import { invalid } from '../core/errors.js';
import { currentScope } from '../core/scope.js';
import { notOfType } from './channel.js';
import { type ChannelType, isPhone } from './channel-types.js';
import { Contacts } from './contacts.port.js';
import { normaliseChannel } from './normalise-channel.js';
import { withPlus } from './normalise-phone.js';

export class FindContactByChannel extends uses({ contacts: Contacts }) {
  async run({ channelType: type, channelValue }: { channelType: ChannelType; channelValue: string }) {
    const { country } = currentScope();
    const normal = normaliseChannel(type, isPhone(type) ? withPlus(channelValue) : channelValue, country);
    const detail = notOfType(type, country);
    if (normal === undefined) throw invalid([{ parameter: 'channel_value', code: 'invalid_channel', detail }]);
    return this.contacts.readByChannel(type, normal);
  }
}
