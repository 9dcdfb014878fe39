import { AddContactChannel } from '@tandem/domain/contacts/add-contact-channel';
import { ContactChannels, Contacts } from '@tandem/domain/contacts/contacts.port';
import { RemoveContactChannel } from '@tandem/domain/contacts/remove-contact-channel';
import { UpdateContactChannel } from '@tandem/domain/contacts/update-contact-channel';
import { DELETE, GET, nothing, one, pageOf, PATCH, POST } from '@tandem/platform/feature/feature';
import { getWithin, listWithin } from '@tandem/platform/feature/queries';
import { PageWithin } from '@tandem/platform/inputs/inputs';
import { channelView } from './contact.fields.js';
import { AddChannelInput, ChannelById, UpdateChannelInput } from './contact-channels.inputs.js';

export const contactChannelRoutes = [
  POST('/contacts/:id/channels', 'contacts:write', 'Add a channel to a contact', {
    input: AddChannelInput,
    run: AddContactChannel,
    response: one(channelView),
    location: '/contacts/{contact_id}/channels/{id}',
    problems: ['409 channel_taken', '409 too_many_channels'],
    example: { type: 'phone', value: '+49 30 123456', label: 'work' },
    exampleResponse: { normalized_value: '+4930123456' },
  }),
  GET('/contacts/:id/channels', 'contacts:read', "List a contact's channels", {
    input: PageWithin,
    run: listWithin(Contacts, ContactChannels),
    response: pageOf(channelView),
  }),
  GET('/contacts/:id/channels/:channel_id', 'contacts:read', 'Get a channel of a contact', {
    input: ChannelById,
    run: getWithin(Contacts, ContactChannels, 'channelId'),
    response: one(channelView),
  }),
  PATCH('/contacts/:id/channels/:channel_id', 'contacts:write', 'Update a channel of a contact', {
    input: UpdateChannelInput,
    run: UpdateContactChannel,
    response: one(channelView),
    problems: ['409 channel_taken'],
    example: { is_primary: true },
  }),
  DELETE('/contacts/:id/channels/:channel_id', 'contacts:write', 'Remove a channel from a contact', {
    input: ChannelById,
    run: RemoveContactChannel,
    response: nothing,
  }),
];
