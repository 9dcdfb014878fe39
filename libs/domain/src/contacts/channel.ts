import { Entity } from '../core/entity.js';
import { conflict, type Faults } from '../core/errors.js';
import { currentScope } from '../core/scope.js';
import { belongsToOne, type ChannelType, isPhone } from './channel-types.js';
import { normaliseChannel } from './normalise-channel.js';

export interface ChannelFields {
  type?: ChannelType;
  value?: string;
  label?: string | null;
  isPrimary?: boolean;
}

export type NewChannel = ChannelFields & { type: ChannelType; value: string };

/** A way to reach a contact, stored with it and covered by its events. */
export class Channel extends Entity {
  static readonly resourceType = 'contact.channel';
  contactId: string;
  type!: ChannelType;
  value!: string;
  normalizedValue = '';
  label: string | null = null;
  isPrimary = false;
  isExclusive = false;

  constructor(contactId: string, fields: NewChannel, faults: Faults, at = '') {
    super();
    this.contactId = contactId;
    this.take(fields, faults, at);
  }

  take(fields: ChannelFields, faults: Faults, at = ''): void {
    this.assign(fields);
    if (fields.type === undefined && fields.value === undefined) return;
    const normal = normaliseChannel(this.type, this.value, currentScope().country);
    faults.expect(normal !== undefined, `${at}value`, 'invalid_channel', notOfType(this.type, currentScope().country));
    this.normalizedValue = normal ?? '';
    this.claim();
  }

  /** Keeps other contacts from having it too, if channels of its type belong to one contact. */
  claim(): void {
    this.isExclusive = belongsToOne(this.type);
  }

  moveTo(contactId: string, isPrimary: boolean): this {
    this.contactId = contactId;
    this.isPrimary = isPrimary;
    return this;
  }

  isSame({ type, normalizedValue }: Channel): boolean {
    return this.type === type && this.normalizedValue === normalizedValue;
  }
}

export function notOfType(type: ChannelType, country: string | null): string {
  if (!isPhone(type)) return `A channel of type ${type} must be ${forms[type] ?? handle}.`;
  const national = country
    ? `without one it must be a number of ${country}, the default_country of the tenant`
    : 'numbers without one can be read once the tenant has a default_country (PATCH /api/v1/tenant)';
  return `A channel of type ${type} must be a telephone number with its country such as +49 30 1234567; ${national}.`;
}

const handle = 'a name such as ada or @ada, or the address of its page';
const forms: Partial<Record<ChannelType, string>> = {
  email: 'an e-mail address such as ada@example.com',
  url: 'a web address such as https://example.com',
  wallet: 'an address of 3 to 200 letters and digits such as 0x52908400098527886E0F7030069857D2E4169EE7',
  other: 'text of at most 2,000 bytes',
};

export const channelTaken = (contactId: string) =>
  conflict('channel_taken', 'A contact already has this channel.', { existing_contact_id: contactId });
