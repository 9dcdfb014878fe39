import type { Channel } from './channel.js';

/** A contact has one primary channel of a type: a new one takes the place of the old. */
export function makeSolePrimary(channel: Channel, all: readonly Channel[]): void {
  if (!channel.isPrimary) return;
  for (const other of all) if (other !== channel && other.type === channel.type) other.isPrimary = false;
}

/** The channels of a contact and those it takes over, without what it has already; its own primary ones stay primary. */
export function joined(own: readonly Channel[], others: readonly Channel[], contactId: string): Channel[] {
  const fresh = others.filter((other) => !own.some((one) => one.isSame(other)));
  for (const channel of fresh) {
    if (own.some((one) => one.isPrimary && one.type === channel.type)) channel.isPrimary = false;
    channel.contactId = contactId;
  }
  return [...own, ...fresh].sort((a, b) => (a.id < b.id ? -1 : 1));
}
