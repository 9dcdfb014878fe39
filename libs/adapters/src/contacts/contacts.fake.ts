import { Channel, channelTaken } from '@tandem/domain/contacts/channel';
import type { ChannelType } from '@tandem/domain/contacts/channel-types';
import type { Contact } from '@tandem/domain/contacts/contact';
import type { Contacts } from '@tandem/domain/contacts/contacts.port';
import { missing, notFound } from '@tandem/domain/core/errors';
import type { Rendered } from '@tandem/domain/core/page';
import { InMemoryStore } from '@tandem/testing/in-memory-store';
import { contactView } from './contact.view.js';

export class InMemoryContacts extends InMemoryStore<Contact> implements Contacts {
  constructor() {
    super(contactView);
  }

  override async find(id: string): Promise<Contact | undefined> {
    const survivor = this.seen({ deleted: true }).find((contact) => contact.id === id)?.mergedInto ?? id;
    return super.find(survivor);
  }

  async readByChannel(type: ChannelType, normalizedValue: string): Promise<Rendered> {
    const rank = (contact: Contact) =>
      `${Number(contact.contactChannels.some((one) => has(one) && one.isPrimary))} ${contact.updatedAt.toISOString()} ${contact.id}`;
    const has = (one: Channel) => one.type === type && one.normalizedValue === normalizedValue;
    const found = this.seen().filter((contact) => contact.contactChannels.some(has));
    const [first] = found.sort((a, b) => (rank(a) < rank(b) ? 1 : -1));
    if (!first) throw notFound();
    return this.rendered(first);
  }

  async merge(id: string, sourceId: string, rule: (contact: Contact, source: Contact) => void): Promise<Contact> {
    const [contact, source] = [await this.one(id), await this.find(sourceId)];
    if (!source) throw missing('source_id');
    rule(contact, source);
    for (const former of this.records.values()) if (former.mergedInto === source.id) former.mergedInto = contact.id;
    this.keep(source);
    this.keep(contact);
    return contact;
  }

  protected override seen(which?: { deleted?: boolean }): Contact[] {
    const contacts = super.seen(which);
    for (const contact of contacts) contact.contactChannels = contact.contactChannels.map(revived);
    return contacts;
  }

  protected override keep(contact: Contact): void {
    for (const { id, contactChannels } of this.seen().filter((other) => other.id !== contact.id))
      for (const wanted of contact.contactChannels)
        if (wanted.isExclusive && contactChannels.some((held) => held.isExclusive && held.isSame(wanted)))
          throw channelTaken(id);
    super.keep(contact);
  }
}

const revived = (channel: Channel): Channel => Object.assign(Object.create(Channel.prototype) as Channel, channel);
