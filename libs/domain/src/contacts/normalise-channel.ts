import { withoutFormat } from '../core/format-characters.js';
import { type ChannelType, isHandle, isPhone } from './channel-types.js';
import { normaliseEmail } from './normalise-email.js';
import { normaliseHandle } from './normalise-handle.js';
import { normalisePhone } from './normalise-phone.js';
import { normaliseUrl } from './normalise-url.js';

/** Longer values could not be looked up: an index entry of PostgreSQL holds 2,704 bytes. */
const maxBytes = 2000;

/**
 * The one form in which two spellings of the same channel are equal; undefined for what is no channel of that type.
 * `country` (ISO 3166) is where telephone numbers without a country's code belong.
 */
export function normaliseChannel(type: ChannelType, value: string, country: string | null): string | undefined {
  const normal = ofType(type, value, country);
  return normal && Buffer.byteLength(normal) <= maxBytes ? normal : undefined;
}

function ofType(type: ChannelType, value: string, country: string | null): string | undefined {
  if (type === 'email') return normaliseEmail(value);
  if (isPhone(type)) return normalisePhone(value, country);
  if (isHandle(type)) return normaliseHandle(type, value);
  // In the path of an address and in free text, format characters may mean something.
  if (type === 'url') return normaliseUrl(value.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, ''));
  return type === 'wallet' ? normaliseWallet(withoutFormat(value).trim()) : value.trim().normalize('NFC');
}

/** The letter case of a 0x address is only its checksum (EIP-55), of other addresses it matters. */
const normaliseWallet = (text: string): string | undefined =>
  /^[\w.:/-]{3,200}$/.test(text)
    ? text.replace(/(^|:)(0x[0-9a-f]{40})$/i, (_, before: string, address: string) => before + address.toLowerCase())
    : undefined;
