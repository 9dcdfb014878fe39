import { ContactChannels, Contacts } from '@tandem/domain/contacts/contacts.port';
import { Erasure } from '@tandem/domain/core/erasure';
import { bind, type Feature, publishes } from '@tandem/platform/feature/feature';
import { contactChannelRoutes } from './contact-channels.routes.js';
import { contactRoutes } from './contacts.routes.js';
import { channelFields, contactFields, contactView } from './contact.fields.js';
import { CreateContacts1764000008000 } from './migrations/1764000008000-create-contacts.js';
import { SortContacts1795966000001 } from './migrations/1795966000001-sort-contacts.js';
import { SqlContactChannels, SqlContacts } from './sql-contacts.js';
import { contactsProblems } from './contacts.problems.js';
import { contactSearchable } from './contact.searchable.js';

export const contacts: Feature = {
  name: 'contacts',
  summary: 'People and organizations, and how to reach them',
  domains: { contacts: 'work' },
  toolVocabulary: {
    beyond: 'contact channels',
    synonyms: {
      address: 'channel',
      client: 'contact',
      company: 'contact',
      customer: 'contact',
      email: 'contact channel',
      mail: 'contact channel',
      person: 'contact',
      phone: 'channel',
      telephone: 'channel',
    },
  },
  linkable: { contact: { domain: 'contacts', path: '/contacts/{id}' } },
  tables: [contactFields.table, channelFields.table],
  migrations: [CreateContacts1764000008000, SortContacts1795966000001],
  entities: { contact: Contacts },
  searchable: [contactSearchable],
  adapters: [bind(Contacts, SqlContacts), bind(ContactChannels, SqlContactChannels)],
  routes: [...contactRoutes, ...contactChannelRoutes],
  problems: contactsProblems,
  accepts: [{ kind: Erasure, faultsIn: () => [] }],
  publishes: publishes('contact', ['created', 'updated', 'merged', 'deleted', 'erased'], contactView),
};
