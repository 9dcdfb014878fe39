import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';
import { withoutFormat } from '../core/format-characters.js';

/**
 * A telephone number in E.164; undefined for what is none. A number without a country's code is one of `country`.
 * A possible length suffices: nobody can say whether a number is in service. E.164 has no extensions.
 */
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

/** Mexico dropped the 1 before its mobile numbers in 2019; WhatsApp still writes it. */
const formerMexicanMobile = /^\+521(?=[2-9]\d{9}$)/;

/** A number from the query of an address: a plus that was not escaped there arrives as a blank. */
export const withPlus = (value: string): string => withoutFormat(value).replace(/^ (?! *\+)/, '+');

/** Without a country of the tenant, `00` is taken for the international prefix, as in most countries. */
function internationalForm(text: string, home: CountryCode | undefined): string {
  const chat = /^(?:https?:\/\/)?(?:wa\.me\/|api\.whatsapp\.com\/send\/?\?phone=)\+?(\d+)/i.exec(text);
  if (chat) return `+${chat[1]}`;
  const plain = text.replace(/^tel:/i, '').replace(/;.*$/, '');
  return home ? plain : plain.replace(/^00/, '+');
}
