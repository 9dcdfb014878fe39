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

/** The name put together from its parts, else the nickname; empty where there is neither. */
export function composedName({ prefix, givenName, middleName, familyName, suffix, nickname }: NameParts): string {
  const parts = [prefix, givenName, middleName, familyName, suffix].flatMap((part) => part?.trim() || []);
  return parts.join(' ') || (nickname?.trim() ?? '');
}

/** A BCP 47 tag in its canonical form, or as given where Unicode has no form for it; undefined for what is no tag. */
export function canonicalLanguage(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    const { language, privateuse, irregular, regular } = parse(tag);
    return language || privateuse.length || irregular || regular ? tag : undefined;
  }
}

export function expectLanguage({ language }: { language?: string | null }, faults: Faults): void {
  const isOne = typeof language !== 'string' || canonicalLanguage(language) !== undefined;
  faults.expect(isOne, 'language', 'invalid_format', 'language must be a BCP 47 tag such as en-GB.');
}
