import { parse } from 'bcp-47';
import type { Faults } from '../core/errors.js';

export interface NameParts {
  prefix?: string | null;
  givenName?: string | null;
  middleName?: string | null;
  familyName?: string | null;
  suffix?: string | null;
  nickname?: string | null;
}

/** Composed from the parts, or else the nickname; may be empty. */
export function composedName({ prefix, givenName, middleName, familyName, suffix, nickname }: NameParts): string {
  const parts = [prefix, givenName, middleName, familyName, suffix].flatMap((part) => part?.trim() || []);
  return parts.join(' ') || (nickname?.trim() ?? '');
}

/** A BCP 47 tag in canonical form, or unchanged if Unicode defines none; undefined for an invalid tag. */
export function canonicalLanguage(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    const { language, privateuse, irregular, regular } = parse(tag);
    return language || privateuse.length || irregular || regular ? tag : undefined;
  }
}

export function expectLanguage({ language }: { language?: string | null }, faults: Faults): void {
  const isValid = typeof language !== 'string' || canonicalLanguage(language) !== undefined;
  faults.expect(isValid, 'language', 'invalid_format', 'language must be a BCP 47 tag such as en-GB.');
}
