import type { Channel } from '@tandem/domain/contacts/channel';
import type { ContactChannels } from '@tandem/domain/contacts/contact-channels.port';
import { Database } from '@tandem/platform/postgres/database';
import { SqlParts } from '@tandem/platform/postgres/sql-parts';
import { channelTable } from './contact.table.js';
import { channelView } from './contact.view.js';

export class SqlContactChannels extends SqlParts<Channel> implements ContactChannels {
  static needs = [Database] as const;

  constructor(database: Database) {
    super(database, { table: channelTable, view: channelView, whole: 'contact_id' });
  }
}
