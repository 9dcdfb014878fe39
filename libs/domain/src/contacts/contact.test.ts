import { describe, expect, it } from '@jest/globals';
import { takeRecorded } from '../core/entity.js';
import type { DomainError } from '../core/errors.js';
import { asTenant } from '@tandem/testing/as-tenant';
import type { NewChannel } from './channel.js';
import { Contact, type ContactFields } from './contact.js';

const tenant = '0198c3f0-0000-7000-8000-000000000001';
const inTenant = <T>(work: () => T) => asTenant(tenant, work, { country: 'DE' });
const contact = (fields: ContactFields & { channels?: NewChannel[] }) => inTenant(() => new Contact(fields));
const failure = (work: () => unknown): DomainError => {
  try {
    inTenant(work);
  } catch (error) {
    return error as DomainError;
  }
  throw new Error('nothing was refused');
};
const pointers = (work: () => unknown) => failure(work).extra.findings?.map(({ pointer }) => pointer);

describe('the name of a contact', () => {
  const parts = { prefix: 'Dr', givenName: 'Ada', middleName: 'B.', familyName: 'King', suffix: 'Jr' };

  it('is composed of its parts in order', () => {
    expect(contact(parts).displayName).toBe('Dr Ada B. King Jr');
    expect(contact({ familyName: 'King', prefix: ' ' }).displayName).toBe('King');
    expect(contact({ ...parts, nickname: 'Ady' }).displayName).toBe('Dr Ada B. King Jr');
    expect(contact({ nickname: 'Ady' }).displayName).toBe('Ady');
  });

  it('is the given one, if any', () => {
    expect(contact({ ...parts, displayName: 'Countess' }).displayName).toBe('Countess');
  });

  it('is required in some form', () => {
    for (const fields of [{}, { displayName: null }, { displayName: '  ' }, { nickname: ' ' }, { givenName: ' ' }])
      expect(pointers(() => new Contact(fields))).toEqual(['/display_name']);
  });

  it('follows its parts if composed, and is kept if given', () => {
    const composed = contact({ givenName: 'Ada' });
    composed.update({ familyName: 'King' });
    expect(composed.displayName).toBe('Ada King');
    const given = contact({ displayName: 'Countess', givenName: 'Ada' });
    given.update({ familyName: 'King' });
    expect(given.displayName).toBe('Countess');
    given.update({ displayName: null });
    expect(given.displayName).toBe('Ada King');
    expect(pointers(() => given.update({ givenName: null, familyName: null }))).toEqual(['/display_name']);
  });
});

describe('a language', () => {
  it.each([
    ['EN-gb', 'en-GB'],
    ['zh-hans-cn', 'zh-Hans-CN'],
    ...['x-private', 'i-klingon', 'en-GB-oed', 'zh-min-nan', 'zh-yue-HK'].map((tag) => [tag, tag]),
  ])('%s is stored as %s', (tag, stored) => expect(contact({ displayName: 'A', language: tag }).language).toBe(stored));

  it.each(['en_GB', 'e', '-', 'en-', 'de-419-DE', 'english language', '123'])('%s is invalid', (tag) =>
    expect(pointers(() => new Contact({ displayName: 'A', language: tag }))).toEqual(['/language']),
  );
});

it('the vCard UID is the id unless another is given', () => {
  const one = contact({ displayName: 'A' });
  expect(one.vcardUid).toBe(`urn:uuid:${one.id}`);
  one.update({ vcardUid: 'x' });
  one.update({ vcardUid: null });
  expect(one.vcardUid).toBe(`urn:uuid:${one.id}`);
});

describe('channels of a contact', () => {
  it('are all checked at once, for invalid and for duplicate ones', () => {
    const channels: NewChannel[] = [
      { type: 'email', value: 'no' },
      { type: 'phone', value: '030 123456' },
      { type: 'phone', value: '+49 30 123456' },
      { type: 'github', value: '@' },
    ];
    expect(pointers(() => new Contact({ channels }))).toEqual([
      '/display_name',
      '/channels/0/value',
      '/channels/2/value',
      '/channels/3/value',
    ]);
  });

  it('have one primary of each type: the last that was made primary', () => {
    const one = contact({
      displayName: 'A',
      channels: [
        { type: 'email', value: 'a@x.org', isPrimary: true },
        { type: 'phone', value: '030 123456', isPrimary: true },
      ],
    });
    inTenant(() => one.addChannel({ type: 'email', value: 'b@x.org', isPrimary: true }));
    expect(one.contactChannels.map(({ isPrimary }) => isPrimary)).toEqual([false, true, true]);
    inTenant(() => one.changeChannel(one.contactChannels[0]!.id, { isPrimary: true }));
    expect(one.contactChannels.map(({ isPrimary }) => isPrimary)).toEqual([true, true, false]);
  });

  it('cannot include the same channel twice', () => {
    const one = contact({ displayName: 'A', channels: [{ type: 'phone', value: '030 123456' }] });
    const error = failure(() => one.addChannel({ type: 'phone', value: '+4930123456' }));
    expect(error).toMatchObject({ code: 'channel_taken', extra: { members: { existing_contact_id: one.id } } });
  });

  it('are at most a hundred', () => {
    const one = contact({ displayName: 'A' });
    inTenant(() => {
      for (let i = 0; i < 100; i++) one.addChannel({ type: 'other', value: `desk ${i}` });
    });
    expect(failure(() => one.addChannel({ type: 'other', value: 'desk' })).code).toBe('too_many_channels');
  });
});

describe('a merge', () => {
  const email = { type: 'email', value: 'a@x.org', isPrimary: true } as const;
  const phone = { type: 'phone', value: '030 123456' } as const;

  it('moves the channels, drops duplicates, keeps its own primary and records events of both', () => {
    const one = contact({ displayName: 'A', channels: [email, phone] });
    const other = contact({ displayName: 'B', channels: [{ ...email, value: 'b@x.org' }, phone] });
    takeRecorded(one);
    takeRecorded(other);
    one.absorb(other);
    expect(one.contactChannels.map((c) => [c.normalizedValue, c.isPrimary, c.contactId === one.id])).toEqual([
      ['a@x.org', true, true],
      ['+4930123456', false, true],
      ['b@x.org', false, true],
    ]);
    expect(other).toMatchObject({ contactChannels: [], mergedInto: one.id });
    expect(other.deletedAt).toBeInstanceOf(Date);
    expect(takeRecorded(one)).toEqual([{ type: 'contact.merged', details: { source_id: other.id } }]);
    expect(takeRecorded(other)).toEqual([{ type: 'contact.deleted', details: { merged_into: one.id } }]);
  });

  it('makes a shared channel primary if the other contact’s was and there is no primary of its own', () => {
    const one = contact({ displayName: 'A', channels: [phone] });
    const other = contact({ displayName: 'B', channels: [{ ...phone, isPrimary: true }, email] });
    one.absorb(other);
    expect(one.contactChannels.map((c) => [c.type, c.isPrimary])).toEqual([
      ['phone', true],
      ['email', true],
    ]);
  });

  it('with itself is refused', () => {
    const one = contact({ displayName: 'A' });
    expect(failure(() => one.absorb(one)).code).toBe('already_merged');
  });
});

describe('a restored contact', () => {
  it('has its own channels again, except those taken, which it names once', () => {
    const values = ['a@x.org', 'b@x.org'].map((value) => ({ type: 'email', value }) as const);
    const one = contact({ displayName: 'A', channels: [...values, { type: 'phone', value: '030 123456' }] });
    one.delete();
    const [taken, kept, shared] = one.contactChannels;
    one.restore([taken!]);
    expect(one).toMatchObject({ deletedAt: null, contactChannels: [kept, shared], channelsDropped: [taken] });
    expect([kept!.isExclusive, shared!.isExclusive]).toEqual([true, false]);
    one.restore([]);
    expect(one.channelsDropped).toEqual([]);
  });
});
