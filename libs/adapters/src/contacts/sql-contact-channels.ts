import type { Channel } from '@tandem/domain/contacts/channel';
import type { ContactChannels } from '@tandem/domain/contacts/contact-channels.port';
import { Database } from '@tandem/platform/postgres/database';
import { equals } from '@tandem/platform/postgres/params';
import { SqlStore } from '@tandem/platform/postgres/sql-store';
import { channelTable } from './contact.table.js';
import { channelView } from './contact.view.js';

export class SqlContactChannels extends SqlStore<Channel> implements ContactChannels {
  static needs = [Database] as const;

  constructor(database: Database) {
    super(database, { table: channelTable, view: channelView, filters: { contactId: equals('contact_id') } });
  }
}
