import { withoutFormat } from '../core/format-characters.js';
import { type ChannelType, isHandle, isPhone } from './channel-types.js';
import { normaliseEmail } from './normalise-email.js';
import { normaliseHandle } from './normalise-handle.js';
import { normalisePhone } from './normalise-phone.js';
import { normaliseUrl } from './normalise-url.js';

/** PostgreSQL index entries hold at most 2,704 bytes. */
const maxBytes = 2000;

/** Undefined if it is invalid for the type. `country` (ISO 3166) applies to phone numbers without a country code. */
export function normaliseChannel(type: ChannelType, value: string, country: string | null): string | undefined {
  const normal = ofType(type, value, country);
  return normal && Buffer.byteLength(normal) <= maxBytes ? normal : undefined;
}

function ofType(type: ChannelType, value: string, country: string | null): string | undefined {
  if (type === 'email') return normaliseEmail(value);
  if (isPhone(type)) return normalisePhone(value, country);
  if (isHandle(type)) return normaliseHandle(type, value);
  // Format characters may be significant inside URLs and free text.
  if (type === 'url') return normaliseUrl(value.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, ''));
  return type === 'wallet' ? normaliseWallet(withoutFormat(value).trim()) : value.trim().normalize('NFC');
}

/** The letter case of a 0x address is only a checksum (EIP-55); in other addresses it is significant. */
const normaliseWallet = (text: string): string | undefined =>
  /^[\w.:/-]{3,200}$/.test(text)
    ? text.replace(/(^|:)(0x[0-9a-f]{40})$/i, (_, before: string, address: string) => before + address.toLowerCase())
    : undefined;
