import { describe, expect, it } from '@jest/globals';
import { Channel } from '@tandem/domain/contacts/channel';
import { Contact } from '@tandem/domain/contacts/contact';
import { Contacts } from '@tandem/domain/contacts/contacts.port';
import { Faults } from '@tandem/domain/core/errors';
import { storeContract } from '@tandem/testing/store-contract';
import { useStore } from '@tandem/testing/use-store';
import { SqlContactChannels, SqlContacts } from './sql-contacts.js';

const email = (number: number) => ({ type: 'email' as const, value: `c${number}@example.com` });

storeContract(SqlContacts, {
  make: (number) => new Contact({ displayName: `C${number}`, channels: [email(number)] }),
  change: (contact) => contact.update({ displayName: 'Another' }),
  filters: { q: 'other' },
  records: { added: ['contact.created'], changed: ['contact.updated'] },
});

storeContract(SqlContactChannels, {
  async make(number, get) {
    const { id } = await get(Contacts).add(new Contact({ displayName: `C${number}` }));
    return new Channel(id, email(number), new Faults());
  },
  change: (channel) => channel.take({ label: 'work' }, new Faults()),
});

describe('picking contacts', () => {
  const { ours } = useStore(SqlContacts);

  it('includes the channels of more contacts than one batch', async () => {
    const added: Contact[] = [];
    for (let number = 0; number < 102; number++)
      added.unshift(
        await ours((contacts) => contacts.add(new Contact({ displayName: 'C', channels: [email(number)] }))),
      );
    const picked = await ours((contacts) => contacts.pick(['id', 'contactChannels'], { kind: 'individual' }, 1000));
    const shown = (contacts: Pick<Contact, 'id' | 'contactChannels'>[]) =>
      contacts.map(({ id, contactChannels }) => [id, contactChannels.map(({ value }) => value)]);
    expect(shown(picked)).toEqual(shown(added));
  });

  it('rejects a field without a column', async () => {
    await expect(ours((contacts) => contacts.pick(['typeName'], {}, 1))).rejects.toThrow(
      'no column of the field typeName',
    );
  });
});
