import { Entity } from '../core/entity.js';
import { conflict, type Faults } from '../core/errors.js';
import { currentScope } from '../core/scope.js';
import { belongsToOne, type ChannelType } from './channel-types.js';
import { normaliseChannel } from './normalise-channel.js';

export interface ChannelFields {
  type?: ChannelType;
  value?: string;
  label?: string | null;
  isPrimary?: boolean;
}

export type NewChannel = ChannelFields & { type: ChannelType; value: string };

/** One way to reach a contact. It is stored with its contact, whose events tell of it. */
export class Channel extends Entity {
  contactId: string;
  type!: ChannelType;
  /** As typed. */
  value!: string;
  /** What it is compared by. */
  normalizedValue = '';
  label: string | null = null;
  isPrimary = false;
  /** True while no other contact may have it. */
  isExclusive = false;

  constructor(contactId: string, fields: NewChannel, faults: Faults, at = '') {
    super();
    this.contactId = contactId;
    this.take(fields, faults, at);
  }

  get noun(): string {
    return 'contact.channel';
  }

  /** Notes a fault at `at` + `value` when the value is no channel of its type. */
  take(fields: ChannelFields, faults: Faults, at = ''): void {
    this.assign(fields);
    if (fields.type === undefined && fields.value === undefined) return;
    const normal = normaliseChannel(this.type, this.value, currentScope().country);
    faults.expect(normal !== undefined, `${at}value`, 'invalid_channel', notOfType(this.type));
    this.normalizedValue = normal ?? '';
    this.isExclusive = belongsToOne(this.type);
  }

  isSame({ type, normalizedValue }: Channel): boolean {
    return this.type === type && this.normalizedValue === normalizedValue;
  }
}

export const notOfType = (type: ChannelType) => `This cannot be read as a channel of type ${type}.`;

export const channelTaken = (contactId: string) =>
  conflict('channel_taken', 'A contact already has this channel.', { existing_contact_id: contactId });
