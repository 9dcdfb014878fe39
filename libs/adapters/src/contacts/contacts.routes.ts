import { Contacts } from '@tandem/domain/contacts/contacts.port';
import { CreateContact } from '@tandem/domain/contacts/create-contact';
import { DeleteContact } from '@tandem/domain/contacts/delete-contact';
import { EraseContact } from '@tandem/domain/contacts/erase-contact';
import { FindContactByChannel } from '@tandem/domain/contacts/find-contact-by-channel';
import { MergeContacts } from '@tandem/domain/contacts/merge-contacts';
import { RestoreContact } from '@tandem/domain/contacts/restore-contact';
import { UpdateContact } from '@tandem/domain/contacts/update-contact';
import { DELETE, GET, nothing, one, pageOf, PATCH, POST } from '@tandem/platform/feature/feature';
import { get, list } from '@tandem/platform/feature/queries';
import { ById } from '@tandem/platform/inputs/inputs';
import { contactView, erasedContactView, restoredContactView } from './contact.fields.js';
import {
  CreateContactInput,
  FindContactInput,
  ListContactsInput,
  MergeContactsInput,
  UpdateContactInput,
} from './contacts.inputs.js';

export const contactRoutes = [
  POST('/contacts', 'contacts:write', 'Create a contact, optionally with channels', {
    input: CreateContactInput,
    run: CreateContact,
    response: one(contactView),
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
    response: pageOf(contactView),
  }),
  GET('/contacts/find-by-channel', 'contacts:read', 'Find the contact with a channel, however it is spelled', {
    tool: 'front',
    description:
      'The value is normalized like a stored one. If several contacts share the channel, ' +
      'the one whose primary channel it is takes precedence, then the most recently changed one.',
    input: FindContactInput,
    run: FindContactByChannel,
    response: one(contactView),
    counts: 'search',
    problems: ['404 not_found', '422 invalid_parameter'],
  }),
  GET('/contacts/:id', 'contacts:read', 'Get a contact; the id of a merged one resolves to the contact it joined', {
    tool: 'front',
    input: ById,
    run: get(Contacts),
    response: one(contactView),
  }),
  PATCH('/contacts/:id', 'contacts:write', 'Update a contact', {
    input: UpdateContactInput,
    run: UpdateContact,
    response: one(contactView),
    problems: ['409 vcard_uid_taken'],
    example: { nickname: 'The Enchantress of Number' },
  }),
  DELETE('/contacts/:id', 'contacts:write', 'Delete a contact; it can be restored for 30 days', {
    description: 'Its channels become available to other contacts.',
    input: ById,
    run: DeleteContact,
    response: nothing,
  }),
  POST('/contacts/:id/restore', 'contacts:write', 'Restore a contact, with its channels', {
    description: 'For 30 days. E-mail addresses and handles that another contact has taken meanwhile are dropped.',
    input: ById,
    run: RestoreContact,
    response: one(restoredContactView),
    problems: ['409 vcard_uid_taken'],
  }),
  POST('/contacts/:id/erase', 'contacts:admin', 'Erase the personal data of a contact for good', {
    description:
      'Empties its fields and channels, those of contacts merged into it, and what events, deliveries and stored ' +
      'responses say about them; ids, times and who did it stay. It cannot be undone, and may be repeated: see ' +
      '[personal data](/docs/personal-data).',
    input: ById,
    run: EraseContact,
    response: one(erasedContactView),
    tool: 'never',
    isAlone: true,
  }),
  POST(
    '/contacts/:id/merge',
    'contacts:write',
    'Merge another contact into this one, with its channels and links; its id then resolves to this one',
    { input: MergeContactsInput, run: MergeContacts, response: one(contactView), problems: ['409 already_merged'] },
  ),
];
