import { describe, expect, it } from '@jest/globals';
import { isDoneWithin } from '@tandem/testing/processor-time';
import type { ChannelType } from '../../contacts/channel-types.js';
import { duplicatesAmong, type ComparedContact } from './contact-likeness.js';

let number = 0;
const contact = (displayName: string, channels: [ChannelType, string][] = []): ComparedContact => ({
  id: String(++number).padStart(4, '0'),
  displayName,
  kind: 'individual',
  createdAt: new Date('2026-11-21T00:00:00.000Z'),
  contactChannels: channels.map(([type, normalizedValue]) => ({ type, normalizedValue })),
});
const found = (contacts: ComparedContact[]) =>
  duplicatesAmong(contacts).map(({ alike, contacts: alikes }) => [
    alike.map(({ by }) => by).join(),
    ...alikes.map(({ displayName }) => displayName),
  ]);

describe('likely duplicate contacts', () => {
  it('share a name, regardless of order, case and accents', () => {
    const names = ['Ada Lovelace', 'LOVELACE, Ada', 'Áda  Lovelace.', 'Ada', 'ada', 'Bob Lovelace'];
    expect(found(names.map((name) => contact(name)))).toEqual([['name', ...names.slice(0, 3)]]);
  });

  it('share a number, page or untagged address, with the most matches first', () => {
    const phone: [ChannelType, string] = ['phone', '+4930123456'];
    const groups = found([
      contact('Ada L', [
        ['email', 'ada@example.com'],
        ['url', 'https://ada.example/'],
      ]),
      contact('Countess', [
        ['email', 'ada+news@example.com'],
        ['url', 'https://ada.example/'],
      ]),
      contact('Bob', [phone]),
      contact('Robert', [['whatsapp', phone[1]]]),
    ]);
    expect(groups).toEqual([
      ['email,url', 'Ada L', 'Countess'],
      ['phone', 'Bob', 'Robert'],
    ]);
  });

  it('exclude those that share a company number', () => {
    const house = Array.from({ length: 11 }, (_, index) => contact(`Desk ${index}`, [['phone', '+4930123456']]));
    expect(found(house)).toEqual([]);
  });

  it('are found in time even with hostile names', () => {
    const names = ['\u202e', '', '.', 'a'.repeat(500), '__proto__ x', 'constructor y', '+@'.repeat(250)];
    const contacts = names.flatMap((name) => [contact(name), contact(name)]);
    expect(found(contacts).length).toBeGreaterThan(0);
    expect(isDoneWithin(500, () => found(contacts))).toBe(true);
  });
});
