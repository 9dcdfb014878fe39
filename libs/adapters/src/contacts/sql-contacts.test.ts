import { Channel } from '@tandem/domain/contacts/channel';
import { Contact } from '@tandem/domain/contacts/contact';
import { Contacts } from '@tandem/domain/contacts/contacts.port';
import { Faults } from '@tandem/domain/core/errors';
import { storeContract } from '@tandem/testing/store-contract';
import { SqlContactChannels, SqlContacts } from './sql-contacts.js';

const email = (number: number) => ({ type: 'email' as const, value: `c${number}@example.com` });

storeContract(SqlContacts, {
  make: (number) => new Contact({ displayName: `C${number}`, channels: [email(number)] }),
  change: (contact) => contact.update({ displayName: 'Another' }),
  filters: { q: 'other' },
  tells: { added: ['contact.created'], changed: ['contact.updated'] },
});

storeContract(SqlContactChannels, {
  async make(number, get) {
    const { id } = await get(Contacts).add(new Contact({ displayName: `C${number}` }));
    return new Channel(id, email(number), new Faults());
  },
  change: (channel) => channel.take({ label: 'work' }, new Faults()),
});
