import { isLinkable } from '../core/entities.js';
import { idForm } from '../core/id.js';
import { vocabulary } from '../core/vocabulary.js';
import type { ReadingBudget } from './reading-budget.js';
import { keyReference, nameReference, recordReference, titleReference } from './references.js';

const key = '[A-Z][A-Z0-9]{0,9}-[1-9][0-9]{0,9}';

/** URL schemes are case-insensitive (RFC 3986), but task keys, which the same pattern finds, are not. */
const anyCase = (scheme: string) => scheme.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
/** Adjacent to one of these, a key is part of a word; scripts without spaces between words are excluded. */
const letter =
  '(?![\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}])' +
  '[\\p{L}\\p{N}]';

export const bareKey = `(?<!${letter}|-)(?<!${letter}_{1,3})(?<key>${key})(?!${letter}|-)(?!_{1,3}${letter})`;

/** Not escaped by a backslash (CommonMark 2.4). A lookahead precedes this expensive lookbehind. */
const unescaped = '(?<!(?<!\\\\)(?:\\\\\\\\){0,20}\\\\)';
/** Not at the end of a label whose opening bracket is escaped. */
const notBehindEscaped = '(?<!(?<!\\\\)(?:\\\\\\\\){0,20}\\\\\\[[^\\[\\]\\n]{0,200})';

export const wikiLink = `(?=\\[\\[)${unescaped}\\[\\[(?<wiki>[^\\[\\]\\n]{1,600})${unescaped}\\]\\]`;

/** All reference syntaxes; each match has a bounded length, so that any text is read in linear time. */
const syntaxes = new RegExp(
  [
    `(?=\\]\\(<?mention:)${notBehindEscaped}${unescaped}\\]\\(<?mention://(?<type>[a-z_]{1,20})/(?<id>${idForm})`,
    wikiLink,
    `(?<![a-zA-Z0-9+.-])(?<contact>(?:${anyCase('mailto')}|${anyCase('tel')}):` +
      `(?:[^\\s<>"'()\\]]|\\([^\\s<>"'()\\]]{0,100}\\)){1,400})`,
    `(?<url>${anyCase('http')}[sS]?://[^\\s<>"')\\]]{1,2000})`,
    bareKey,
  ].join('|'),
  'gu',
);

const typedId = new RegExp(`^([a-z_]+):\\s*(${idForm})$`);
const keyPattern = new RegExp(`^${key}$`, 'i');

/** For a `mailto:` link (RFC 6068); a `tel:` link has a single number (RFC 3966). */
const maxRecipients = 20;

/** Cost of parsing an address, relative to other references. */
const addressUnits = 20;

export interface TextOrigin {
  /** Base URLs of this server in lower case. */
  ownUrls: readonly string[];
  /** ISO 3166 country of phone numbers without a country code. */
  country: string | null;
  budget: ReadingBudget;
}

/** Yields one list per match, so that the reader can pause in between. Ends early when the budget is spent. */
export function* extractReferences(prose: string, origin: TextOrigin): Generator<string[]> {
  for (const { groups } of prose.matchAll(syntaxes)) {
    if (!origin.budget.spend(1)) return;
    yield [...referencesIn(groups!, origin)];
  }
}

function* referencesIn(groups: Record<string, string>, origin: TextOrigin): Generator<string> {
  const { type, id, wiki, contact, url, key } = groups;
  if (key) yield keyReference(key);
  else if (wiki) yield* ofWikiLink(wiki.trim());
  else if (url) yield* ofUrl(url, origin.ownUrls);
  else if (contact) yield* ofContact(contact, origin);
  else if (isLinkable(type!)) yield recordReference(type, id!);
}

/** `[[KEY-12]]` may be the key of a task or the title of a note. */
function* ofWikiLink(target: string): Generator<string> {
  const [, type, id] = typedId.exec(target) ?? [];
  if (type && isLinkable(type)) yield recordReference(type, id!);
  else if (target) {
    if (keyPattern.test(target)) yield keyReference(target);
    yield titleReference(target);
  }
}

function* ofContact(address: string, { country, budget }: TextOrigin): Generator<string> {
  const colon = address.indexOf(':');
  const isPhone = address.slice(0, colon).toLowerCase() === 'tel';
  const rest = address.slice(colon + 1);
  for (const one of decoded(rest.split('?')[0]!).split(',', isPhone ? 1 : maxRecipients)) {
    if (!budget.spend(addressUnits)) return;
    const reference = isPhone
      ? nameReference('phone', one, country)
      : nameReference('email', one.replace(/[.;:!]+$/, ''), country);
    if (reference) yield reference;
  }
}

const byIdentifier = new RegExp(`^/tasks/by-identifier/(${key})(?![\\w-])`, 'i');

function* ofUrl(url: string, ownUrls: readonly string[]): Generator<string> {
  const lower = url.toLowerCase();
  const base = ownUrls.find((own) => lower.startsWith(`${own}/api/v1/`));
  const reference = base && ofPath(url.slice(`${base}/api/v1`.length));
  if (reference) yield reference;
}

function ofPath(path: string): string | undefined {
  const identifier = byIdentifier.exec(path)?.[1];
  if (identifier) return keyReference(identifier);
  for (const [pattern, type] of vocabulary().paths) {
    const id = pattern.exec(path)?.[1];
    if (id) return recordReference(type, id);
  }
  return undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
