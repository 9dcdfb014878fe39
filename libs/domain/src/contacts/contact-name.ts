export interface NameParts {
  prefix?: string | null;
  givenName?: string | null;
  middleName?: string | null;
  familyName?: string | null;
  suffix?: string | null;
}

/** The name as it is written out; empty when no part is there. */
export const composedName = ({ prefix, givenName, middleName, familyName, suffix }: NameParts): string =>
  [prefix, givenName, middleName, familyName, suffix].flatMap((part) => part?.trim() || []).join(' ');

/** A BCP 47 tag in its canonical form; undefined for what is none. */
export function canonicalLanguage(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}
