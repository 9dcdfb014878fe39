import { Parts } from '../core/store.js';
import type { Channel } from './channel.js';

/** The channels of contacts, to be shown; they change with their contact. */
export abstract class ContactChannels extends Parts<Channel> {}
