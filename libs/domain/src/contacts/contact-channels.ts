import { type Channel, channelTaken } from './channel.js';

interface WithChannels {
  id: string;
  contactChannels: readonly Channel[];
}

/** Throws for a duplicate. A primary channel becomes the only one of its type. */
export function admit(channel: Channel, contact: WithChannels): void {
  if (contact.contactChannels.some((other) => other !== channel && other.isSame(channel)))
    throw channelTaken(contact.id);
  makeSolePrimary(channel, contact);
}

export function makeSolePrimary(channel: Channel, { contactChannels }: WithChannels): void {
  if (!channel.isPrimary) return;
  for (const other of contactChannels) if (other !== channel && other.type === channel.type) other.isPrimary = false;
}

/** The distinct channels of both. The other's primary ones stay primary where the first has none of that type. */
export function mergedChannels({ id, contactChannels: own }: WithChannels, other: WithChannels): Channel[] {
  const chosen = new Set(own.filter(({ isPrimary }) => isPrimary).map(({ type }) => type));
  const added: Channel[] = [];
  for (const channel of other.contactChannels) {
    const isPrimary = channel.isPrimary && !chosen.has(channel.type);
    const same = own.find((one) => one.isSame(channel));
    if (same) same.isPrimary ||= isPrimary;
    else added.push(channel.moveTo(id, isPrimary));
  }
  return [...own, ...added].sort((a, b) => (a.id < b.id ? -1 : 1));
}
