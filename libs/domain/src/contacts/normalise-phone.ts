import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';
import { withoutFormat } from '../core/format-characters.js';

/** E.164; undefined if invalid. Only the length is checked, since numbers in service cannot be known. */
export function normalisePhone(value: string, country: string | null): string | undefined {
  const home = isSupportedCountry(country as CountryCode, metadata) ? (country as CountryCode) : undefined;
  const text = internationalForm(withoutFormat(value).normalize('NFKC').trim(), home);
  const parse = (one: string) => parsePhoneNumberFromString(one, { defaultCountry: home, extract: false }, metadata);
  const number = parse(text);
  if (number?.isPossible()) return number.number;
  return number && formerMexicanMobile.test(number.number)
    ? parse(number.number.replace(formerMexicanMobile, '+52'))?.number
    : undefined;
}

/** Mexico dropped the 1 before mobile numbers in 2019; WhatsApp still includes it. */
const formerMexicanMobile = /^\+521(?=[2-9]\d{9}$)/;

/** An unescaped plus in a URL query arrives as a space. */
export const withPlus = (value: string): string => withoutFormat(value).replace(/^ (?! *\+)/, '+');

/** Without a country, `00` is treated as the international prefix, as in most countries. */
function internationalForm(text: string, home: CountryCode | undefined): string {
  const chat = /^(?:https?:\/\/)?(?:wa\.me\/|api\.whatsapp\.com\/send\/?\?phone=)\+?(\d+)/i.exec(text);
  if (chat) return `+${chat[1]}`;
  const plain = text.replace(/^tel:/i, '').replace(/;.*$/, '');
  return home ? plain : plain.replace(/^00/, '+');
}
