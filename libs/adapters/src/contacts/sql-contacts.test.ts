import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Contact } from '@tandem/domain/contacts/contact';
import type { Contacts } from '@tandem/domain/contacts/contacts.port';
import { newId } from '@tandem/domain/core/id';
import { asTenant } from '@tandem/testing/as-tenant';
import { type Stand, storeContract } from '@tandem/testing/store-contract';
import { openTwoTenants } from '@tandem/testing/two-tenants';
import { InMemoryContacts } from './contacts.fake.js';
import { SqlContacts } from './sql-contacts.js';

type ContactStand = Stand<Contact> & { store: Contacts };

const rename = (contact: Contact) => contact.update({ displayName: `${contact.displayName}!` });
const tells = { added: ['contact.created'], changed: ['contact.updated'] };
const make = (number: number) =>
  new Contact({ displayName: `C${number}`, channels: [{ type: 'email', value: `${newId()}@example.com` }] });

async function onPostgres(): Promise<ContactStand> {
  const { database, ours, theirs, happened, close } = await openTwoTenants();
  return { store: new SqlContacts(database), tenants: [ours.tenantId, theirs.tenantId], make, tells, happened, close };
}

async function inMemory(): Promise<ContactStand> {
  const store = new InMemoryContacts();
  return { store, tenants: [newId(), newId()], make, tells, happened: (tenantId) => store.happened(tenantId) };
}

storeContract('SqlContacts', onPostgres, rename);
storeContract('InMemoryContacts', inMemory, rename);

describe.each([
  ['SqlContacts', onPostgres],
  ['InMemoryContacts', inMemory],
] as const)('%s', (_, open) => {
  let stand: ContactStand;
  let contacts: Contacts;
  beforeAll(async () => {
    stand = await open();
    contacts = stand.store;
  });
  afterAll(() => stand.close?.());
  const ours = <T>(work: () => T) => asTenant(stand.tenants[0], work);
  const added = (value: string, isPrimary = false) => {
    const type = value.startsWith('+') ? 'phone' : 'email';
    return ours(() => contacts.add(new Contact({ displayName: 'C', channels: [{ type, value, isPrimary }] })));
  };
  const foundBy = async (type: 'email' | 'phone', value: string) =>
    (JSON.parse((await ours(() => contacts.readByChannel(type, value))).json) as { id: string }).id;

  it('says whose channel it is that somebody wants', async () => {
    const { id } = await added('taken@example.com');
    await expect(added('Taken@example.com')).rejects.toMatchObject({ extra: { members: { existing_contact_id: id } } });
    const second = await added('free@example.com');
    const wanting = ours(() =>
      contacts.change(second.id, (contact) => contact.addChannel({ type: 'email', value: 'taken@example.com' })),
    );
    await expect(wanting).rejects.toMatchObject({ code: 'channel_taken' });
    await ours(() => contacts.change(id, (contact) => contact.delete()));
    expect((await added('taken@example.com')).id).not.toBe(id);
  });

  it('finds by a channel the contact whose primary it is first', async () => {
    const { id } = await added('+4930111111', true);
    await added('+4930111111');
    expect(await foundBy('phone', '+4930111111')).toBe(id);
    await expect(foundBy('phone', '+4930222222')).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('leads from former ids to the contact, however often it was merged', async () => {
    const [a, b, c] = [await added('a@x.org'), await added('b@x.org'), await added('c@x.org')];
    const merge = (id: string, source: string) =>
      ours(() => contacts.merge(id, source, (contact, other) => contact.absorb(other)));
    await merge(b.id, c.id);
    await merge(a.id, b.id);
    for (const id of [a.id, b.id, c.id]) expect((await ours(() => contacts.one(id))).id).toBe(a.id);
    expect((await ours(() => contacts.one(c.id))).contactChannels.map((one) => one.value)).toEqual([
      'a@x.org',
      'b@x.org',
      'c@x.org',
    ]);
    expect(await foundBy('email', 'c@x.org')).toBe(a.id);
  });
});
