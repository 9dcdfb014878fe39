import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';

/**
 * A telephone number in E.164; undefined for what is none. A number without a country's code is one of `country`.
 * A possible length suffices: nobody can say whether a number is in service. E.164 has no extensions.
 */
export function normalisePhone(value: string, country: string | null): string | undefined {
  const home = isSupportedCountry(country as CountryCode, metadata) ? (country as CountryCode) : undefined;
  const text = internationalForm(value.normalize('NFKC').trim(), home);
  const number = parsePhoneNumberFromString(text, { defaultCountry: home, extract: false }, metadata);
  return number?.isPossible() ? number.number : undefined;
}

/** A number from the query of an address: a plus that was not escaped there arrives as a blank. */
export const withPlus = (value: string): string => value.replace(/^ (?! *\+)/, '+');

/** Without a country of the tenant, `00` is taken for the international prefix, as in most countries. */
function internationalForm(text: string, home: CountryCode | undefined): string {
  const chat = /^(?:https?:\/\/)?(?:wa\.me\/|api\.whatsapp\.com\/send\/?\?phone=)\+?(\d+)/i.exec(text);
  if (chat) return `+${chat[1]}`;
  const plain = text.replace(/^tel:/i, '').replace(/;.*$/, '');
  return home ? plain : plain.replace(/^00/, '+');
}
