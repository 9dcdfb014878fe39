import { type Channel, channelTaken } from './channel.js';

interface WithChannels {
  id: string;
  contactChannels: readonly Channel[];
}

/** A contact has a channel once, and one primary channel of a type. */
export function admit(channel: Channel, contact: WithChannels): void {
  if (contact.contactChannels.some((other) => other !== channel && other.isSame(channel)))
    throw channelTaken(contact.id);
  makeSolePrimary(channel, contact);
}

export function makeSolePrimary(channel: Channel, { contactChannels }: WithChannels): void {
  if (!channel.isPrimary) return;
  for (const other of contactChannels) if (other !== channel && other.type === channel.type) other.isPrimary = false;
}

/** The channels of both, each once, for the first. A primary channel of the other stays primary where the first has none of the type. */
export function joined({ id, contactChannels: own }: WithChannels, other: WithChannels): Channel[] {
  const chosen = new Set(own.filter(({ isPrimary }) => isPrimary).map(({ type }) => type));
  const fresh: Channel[] = [];
  for (const channel of other.contactChannels) {
    const isPrimary = channel.isPrimary && !chosen.has(channel.type);
    const same = own.find((one) => one.isSame(channel));
    if (same) same.isPrimary ||= isPrimary;
    else fresh.push(channel.moveTo(id, isPrimary));
  }
  return [...own, ...fresh].sort((a, b) => (a.id < b.id ? -1 : 1));
}
