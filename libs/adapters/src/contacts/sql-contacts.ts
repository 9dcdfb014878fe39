import { type Channel, channelTaken } from '@tandem/domain/contacts/channel';
import { belongsToOne, type ChannelType } from '@tandem/domain/contacts/channel-types';
import type { Contact } from '@tandem/domain/contacts/contact';
import type { ContactChannels, ContactFilters, Contacts } from '@tandem/domain/contacts/contacts.port';
import { missing, notFound, orNotFound } from '@tandem/domain/core/errors';
import { Rendered } from '@tandem/domain/core/page';
import { contains, equals, type Filter, type FiltersOf } from '@tandem/platform/postgres/filters';
import { advisoryLock, type Bind, rowsOf, tenantStatement } from '@tandem/platform/postgres/statements';
import { overtaken } from '@tandem/platform/postgres/database-errors';
import { storeOf } from '@tandem/platform/store/store-of';
import { SqlAggregate } from '@tandem/platform/store/sql-aggregate';
import { SqlParts } from '@tandem/platform/store/sql-parts';
import { knownContact } from '../access/known-contact.js';
import { channelFields, channelView, channelsOfContact, contactFields } from './contact.fields.js';
import { contactSorts } from './contact-sorts.js';

const inName = contains('display_name', 'nickname', 'given_name', 'middle_name', 'family_name');
const inChannel = contains('value', 'normalized_value');

/** The row `t` of the inner select is the channel. */
const search: Filter<string> = (q, bind) => `(${inName(q, bind)} or t.id in (
  select t.contact_id ${rowsOf('contact_channels')} and ${inChannel(q, bind)}))`;

const filters: FiltersOf<ContactFilters> = { kind: equals('kind'), q: search, mergedInto: equals('merged_into') };

export class SqlContacts
  extends storeOf(
    SqlAggregate<Contact, Channel, ContactFilters>,
    { ...contactFields, filters, searches: ['q'], sorts: contactSorts },
    {
      ...channelsOfContact,
      property: 'contactChannels',
      wire: 'channels',
      schema: channelFields.table,
      view: channelView,
    },
  )
  implements Contacts
{
  override find(id: string): Promise<Contact | undefined> {
    return this.first((bind) => known(id, bind));
  }

  override read(id: string): Promise<Rendered<Contact>> {
    return this.readWhere((bind) => known(id, bind));
  }

  async readByChannel(type: ChannelType, normalizedValue: string): Promise<Rendered<Contact>> {
    const [contact] = await this.rendered((bind) => {
      const owners = `select c.contact_id ${rowsOf('contact_channels', 'c')}
        and c.type = ${bind(type)} and c.normalized_value = ${bind(normalizedValue)}`;
      return `${this.rows(bind)} and t.id = any(array(${owners}))
        order by t.id = any(array(${owners} and c.is_primary)) desc, t.updated_at desc, t.id desc limit 1`;
    });
    return orNotFound(contact);
  }

  async lockPair(id: string, sourceId: string): Promise<[contact: Contact, source: Contact]> {
    const [to, from] = (await Promise.all([this.find(id), this.find(sourceId)])).map((found) => found?.id);
    const locked = new Map<string | undefined, Contact>();
    // One by one: a single statement could wait for the second with the lock of a first that has just been merged.
    for (const one of [to, from].sort()) {
      const contact = await this.first((bind) => `t.id = ${bind(one)}`, 'for update of t');
      if (!contact) throw one === to ? notFound() : missing('source_id');
      locked.set(one, contact);
    }
    return [locked.get(to)!, locked.get(from)!];
  }

  override lockShared(id: string): Promise<Contact | undefined> {
    return this.lockedBy(id, 'for key share of t');
  }

  override async lock(id: string): Promise<Contact> {
    return orNotFound(await this.lockedBy(id, 'for update of t'));
  }

  override async lockOrDeleted(id: string): Promise<Contact> {
    const contact = orNotFound((await this.select((bind) => known(id, bind), 'for update of t', 'true'))[0]);
    if (contact.mergedInto) throw overtaken();
    return contact;
  }

  async lockTaken({ id, contactChannels }: Contact): Promise<Channel[]> {
    const channels = contactChannels.filter(({ type }) => belongsToOne(type));
    const owners = await this.ownersOf(channels, id);
    return channels.filter((channel) => owners.has(nameOf(channel)));
  }

  /** Fails for a retry if the contact was merged meanwhile: waiting for the survivor would deadlock with a merge. */
  private async lockedBy(id: string, lock: string): Promise<Contact | undefined> {
    const contact = await this.first((bind) => known(id, bind), lock);
    if (!contact && (await this.find(id))) throw overtaken();
    return contact;
  }

  protected override async admit({ id }: Contact, fresh: readonly Channel[]): Promise<void> {
    const exclusive = fresh.filter(({ isExclusive }) => isExclusive);
    const [owner] = (await this.ownersOf(exclusive, id)).values();
    if (owner) throw channelTaken(owner);
  }

  /**
   * The other contacts that have these channels for themselves, by channel. Serializes the writers of each, since a
   * unique violation would not name its owner.
   */
  private async ownersOf(channels: readonly Channel[], contactId: string): Promise<Map<string, string>> {
    if (channels.length === 0) return new Map();
    const locks = channels.map(nameOf).sort();
    const outcomes = await this.database.batch([
      ...locks.map((name) => advisoryLock('channel', name)),
      tenantStatement(
        `select t.type, t.normalized_value, t.contact_id ${rowsOf('contact_channels')}
          and t.contact_id <> $2 and t.is_exclusive
          and (t.type, t.normalized_value) in (select * from unnest($3::text[], $4::text[]))`,
        contactId,
        channels.map(({ type }) => type),
        channels.map(({ normalizedValue }) => normalizedValue),
      ),
    ]);
    const { rows } = outcomes.at(-1)!;
    return new Map(
      rows.map((row) => [`${row.type as string} ${row.normalized_value as string}`, row.contact_id as string]),
    );
  }
}

const nameOf = ({ type, normalizedValue }: Pick<Channel, 'type' | 'normalizedValue'>) => `${type} ${normalizedValue}`;

const known = (id: string, bind: Bind) => `t.id = ${knownContact(bind(id))}`;

export class SqlContactChannels
  extends storeOf(SqlParts<Channel>, { ...channelFields, parent: 'contact_id' })
  implements ContactChannels {}
