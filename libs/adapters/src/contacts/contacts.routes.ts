import { Contacts } from '@tandem/domain/contacts/contacts.port';
import { CreateContact } from '@tandem/domain/contacts/create-contact';
import { DeleteContact } from '@tandem/domain/contacts/delete-contact';
import { FindContactByChannel } from '@tandem/domain/contacts/find-contact-by-channel';
import { MergeContacts } from '@tandem/domain/contacts/merge-contacts';
import { UpdateContact } from '@tandem/domain/contacts/update-contact';
import { DELETE, GET, nothing, one, pageOf, PATCH, POST } from '@tandem/platform/feature/feature';
import { get, list } from '@tandem/platform/feature/queries';
import { ById } from '@tandem/platform/inputs/inputs';
import { contactView } from './contact.fields.js';
import {
  CreateContactInput,
  FindContactInput,
  ListContactsInput,
  MergeContactsInput,
  UpdateContactInput,
} from './contacts.inputs.js';

export const contactRoutes = [
  POST('/contacts', 'contacts:write', 'Create a contact, with channels if wanted', {
    input: CreateContactInput,
    run: CreateContact,
    answer: one(contactView),
    location: '/contacts/{id}',
    problems: ['409 channel_taken', '409 vcard_uid_taken'],
    example: {
      given_name: 'Ada',
      family_name: 'Lovelace',
      channels: [{ type: 'email', value: 'ada@example.com', label: 'work', is_primary: true }],
    },
  }),
  GET('/contacts', 'contacts:read', 'List contacts', {
    tool: 'front',
    input: ListContactsInput,
    run: list(Contacts),
    answer: pageOf(contactView),
  }),
  GET('/contacts/find-by-channel', 'contacts:read', 'Get the contact with a channel, however it is spelled', {
    tool: 'front',
    description:
      'The value is normalised like a stored one. Of several contacts with a shared channel ' +
      'the one whose primary channel it is comes first, then the one changed last.',
    input: FindContactInput,
    run: FindContactByChannel,
    answer: one(contactView),
    counts: 'search',
    problems: ['404 not_found', '422 invalid_parameter'],
  }),
  GET('/contacts/:id', 'contacts:read', 'Get a contact; the id of a merged one leads to the contact it is a part of', {
    tool: 'front',
    input: ById,
    run: get(Contacts),
    answer: one(contactView),
  }),
  PATCH('/contacts/:id', 'contacts:write', 'Change a contact', {
    input: UpdateContactInput,
    run: UpdateContact,
    answer: one(contactView),
    problems: ['409 vcard_uid_taken'],
    example: { nickname: 'The Enchantress of Number' },
  }),
  DELETE('/contacts/:id', 'contacts:write', 'Delete a contact; its channels are free for others', {
    input: ById,
    run: DeleteContact,
    answer: nothing,
  }),
  POST(
    '/contacts/:id/merge',
    'contacts:write',
    'Make another contact a part of this one: its channels, links and id lead here from then on',
    { input: MergeContactsInput, run: MergeContacts, answer: one(contactView), problems: ['409 already_merged'] },
  ),
];
