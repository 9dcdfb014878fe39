import { domains, levels } from '@tandem/domain/core/access/rights';

/** The forms of values in messages, with an example; each follows "must be". */
export const uuid = 'an id such as 0199a7f2-3c4d-7e5f-8a9b-0c1d2e3f4a5b (a UUID)';
export const email = 'an e-mail address such as ada@example.com';
export const date = 'a date such as 2026-11-30';
export const instant = 'a time with its zone such as 2026-11-30T09:00:00Z or 2026-11-30T10:00:00+01:00';
export const zone = 'an IANA time zone such as Europe/Berlin';
export const country = 'the two capital letters of a country such as DE (ISO 3166)';
export const currency = 'the three capital letters of a currency such as EUR (ISO 4217)';
export const freeObject = 'a JSON object such as {"theme": "dark"}';
export const scope = () => {
  const options = orList(levels.filter((level) => level !== 'none'));
  return `* or a domain, a colon and ${options}, such as tasks:write; the domains are ${domains().join(', ')}`;
};

export const url = (max: number) =>
  `a web address such as https://example.com/path, of at most ${grouped(max)} characters`;

export const text = (min: number, max: number) =>
  min === 0 ? `text of at most ${grouped(max)} characters` : `text of ${min} to ${grouped(max)} characters`;

export const integer = (min: number, max: number) => `a whole number from ${grouped(min)} to ${grouped(max)}`;

export const oneOf = (values: readonly string[]) => `one of ${values.join(', ')}`;

export const list = (max: number, of: string) => `a list of at most ${grouped(max)} ${of}`;

/** `a, b or c`. */
export function orList(values: readonly string[]): string {
  return values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}

const grouped = (value: number) => value.toLocaleString('en');
