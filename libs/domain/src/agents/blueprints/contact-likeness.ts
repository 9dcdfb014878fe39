import type { Channel } from '../../contacts/channel.js';
import type { Contact } from '../../contacts/contact.js';

export interface ComparedContact extends Pick<Contact, 'id' | 'displayName' | 'kind' | 'createdAt'> {
  contactChannels: readonly Pick<Channel, 'type' | 'normalizedValue'>[];
}

export const likenesses = ['name', 'email', 'phone', 'url', 'wallet', 'other'] as const;
type Likeness = (typeof likenesses)[number];

interface Duplicates {
  alike: { by: Likeness; value: string }[];
  /** Oldest first. */
  contacts: ComparedContact[];
}

/** A number or page shared by more contacts is likely their company's, and ignored. */
const maxSharing = 10;

export function duplicatesAmong(contacts: readonly ComparedContact[]): Duplicates[] {
  const byKey = new Map<string, Set<ComparedContact>>();
  for (const contact of contacts)
    for (const [by, value] of likenessesOf(contact)) {
      const key = `${by} ${value}`;
      byKey.set(key, (byKey.get(key) ?? new Set()).add(contact));
    }
  const groups = new Map<string, Duplicates>();
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

const byAge = (a: ComparedContact, b: ComparedContact) =>
  a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);

function* likenessesOf({ displayName, kind, contactChannels }: ComparedContact): Generator<[Likeness, string]> {
  const name = plainName(displayName);
  if (isDistinctive(name, kind)) yield ['name', name];
  for (const { type, normalizedValue: value } of contactChannels) {
    if (type === 'email') yield ['email', withoutTag(value)];
    else if (type === 'phone' || type === 'whatsapp') yield ['phone', value];
    else if (type === 'url' || type === 'wallet' || type === 'other') yield [type, value];
  }
}

/** A single word does not identify a person, since first names are common. */
const isDistinctive = (name: string, kind: string) => name.includes(' ') || (name !== '' && kind !== 'individual');

const plainName = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .sort()
    .join(' ');

/** Returns `ada@example.com` for `ada+news@example.com`, which reaches the same mailbox. */
const withoutTag = (address: string) => address.replace(/^([^"+@][^"+]*)\+.*@/, '$1@');
