import type { Channel } from '../../contacts/channel.js';
import type { Contact } from '../../contacts/contact.js';

/** What the search for doubles looks at of a contact. */
export interface SeenContact extends Pick<Contact, 'id' | 'displayName' | 'kind' | 'createdAt'> {
  contactChannels: readonly Pick<Channel, 'type' | 'normalizedValue'>[];
}

export const likenesses = ['name', 'email', 'phone', 'url', 'wallet', 'other'] as const;
type Likeness = (typeof likenesses)[number];

interface Doubles {
  /** By what they are alike. */
  alike: { by: Likeness; value: string }[];
  /** The oldest first. */
  contacts: SeenContact[];
}

/** A number or page that more contacts share is taken for that of their company, and says nothing. */
const maxSharing = 10;

/** Groups of contacts that may be one and the same, those that are alike in most ways first. */
export function doublesAmong(contacts: readonly SeenContact[]): Doubles[] {
  const byKey = new Map<string, Set<SeenContact>>();
  for (const contact of contacts)
    for (const [by, value] of likenessesOf(contact)) {
      const key = `${by} ${value}`;
      byKey.set(key, (byKey.get(key) ?? new Set()).add(contact));
    }
  const groups = new Map<string, Doubles>();
  for (const [key, members] of byKey) {
    if (members.size < 2 || members.size > maxSharing) continue;
    const oldestFirst = [...members].sort(byAge);
    const ids = oldestFirst.map(({ id }) => id).join();
    const group = groups.get(ids) ?? { alike: [], contacts: oldestFirst };
    const blank = key.indexOf(' ');
    group.alike.push({ by: key.slice(0, blank) as Likeness, value: key.slice(blank + 1) });
    groups.set(ids, group);
  }
  return [...groups.values()].sort((a, b) => b.alike.length - a.alike.length);
}

const byAge = (a: SeenContact, b: SeenContact) =>
  a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);

function* likenessesOf({ displayName, kind, contactChannels }: SeenContact): Generator<[Likeness, string]> {
  const name = plainName(displayName);
  if (isTelling(name, kind)) yield ['name', name];
  for (const { type, normalizedValue: value } of contactChannels) {
    if (type === 'email') yield ['email', withoutTag(value)];
    else if (type === 'phone' || type === 'whatsapp') yield ['phone', value];
    else if (type === 'url' || type === 'wallet' || type === 'other') yield [type, value];
  }
}

/** One word does not tell a person: many people have the same first name. */
const isTelling = (name: string, kind: string) => name.includes(' ') || (name !== '' && kind !== 'individual');

/** The words of a name in any order, without letter case, accents and punctuation. */
const plainName = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .sort()
    .join(' ');

/** `ada@example.com` of `ada+news@example.com`, which arrives in the same place. */
const withoutTag = (address: string) => address.replace(/^([^"+@][^"+]*)\+.*@/, '$1@');
