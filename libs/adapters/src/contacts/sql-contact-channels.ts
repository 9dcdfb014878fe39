import type { Channel } from '@tandem/domain/contacts/channel';
import type { ContactChannels } from '@tandem/domain/contacts/contact-channels.port';
import { keeping } from '@tandem/platform/postgres/keeping';
import { SqlParts } from '@tandem/platform/postgres/sql-parts';
import { channelTable } from './contact.table.js';
import { channelView } from './contact.view.js';

export class SqlContactChannels
  extends keeping(SqlParts<Channel>, { table: channelTable, view: channelView, whole: 'contact_id' })
  implements ContactChannels {}
