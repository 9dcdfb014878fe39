import type { Channel } from './channel.js';

/** A contact has one primary channel of a type: a new one takes the place of the old. */
export function makeSolePrimary(channel: Channel, all: readonly Channel[]): void {
  if (!channel.isPrimary) return;
  for (const other of all) if (other !== channel && other.type === channel.type) other.isPrimary = false;
}

/** The channels of a contact and those it takes over, each once; its own primary ones stay primary, else those of the others are. */
export function joined(own: readonly Channel[], others: readonly Channel[], contactId: string): Channel[] {
  const chosen = new Set(own.filter(({ isPrimary }) => isPrimary).map(({ type }) => type));
  const fresh: Channel[] = [];
  for (const channel of others) {
    const isPrimary = channel.isPrimary && !chosen.has(channel.type);
    const same = own.find((one) => one.isSame(channel));
    if (same) same.isPrimary ||= isPrimary;
    else fresh.push(Object.assign(channel, { isPrimary, contactId }));
  }
  return [...own, ...fresh].sort((a, b) => (a.id < b.id ? -1 : 1));
}
