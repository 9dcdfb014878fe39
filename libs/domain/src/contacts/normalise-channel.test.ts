import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type ChannelType, channelTypes } from './channel-types.js';
import { normaliseChannel } from './normalise-channel.js';

const normal = (type: ChannelType, value: string, country: string | null = null) =>
  normaliseChannel(type, value, country);

describe('an e-mail address', () => {
  it.each([
    ['  Ada@Example.COM ', 'ada@example.com'],
    ['ada+tag@example.com', 'ada+tag@example.com'],
    ['ada@münchen.de', 'ada@xn--mnchen-3ya.de'],
    ['ada@MÜNCHEN.de.', 'ada@xn--mnchen-3ya.de'],
    ['ada@ｅｘａｍｐｌｅ．ｃｏｍ', 'ada@example.com'],
    ['ada@example。com', 'ada@example.com'],
    ['josé@example.com', 'josé@example.com'],
    ['JOSE\u0301@example.com', 'josé@example.com'],
    ['"Ada"@example.com', 'ada@example.com'],
    ['"ada lovelace"@example.com', '"ada lovelace"@example.com'],
    ['"a@b"@example.com', '"a@b"@example.com'],
    ["o'brien@example.co.uk", "o'brien@example.co.uk"],
    ['\u202aada@example.com\u202c', 'ada@example.com'],
    ['a\u200dda\u00ad@exam\u200bple.com\ufeff', 'ada@example.com'],
    ['ada@ශ්\u200dරී.com', 'ada@xn--10cl1a0b660p.com'],
  ])('%j is normalised to %j', (typed, compared) => expect(normal('email', typed)).toBe(compared));

  it.each([
    ...['', ' ', 'ada', '@example.com', 'ada@', 'ada@@example.com', 'a@b@example.com', 'ada lovelace@example.com'],
    ...['ada@localhost', 'ada@exa mple.com', 'ada@example..com', 'ada@-a.com', 'ada@a_b.com', 'ada@1.2.3.4'],
    ...['ada@[127.0.0.1]', 'ada@example.com/x', 'ada@example.com:25', '.ada@example.com', 'ada.@example.com'],
    ...['a..b@example.com', 'Ada <ada@example.com>', 'ada＠example.com', 'ada@exam%70le.com', 'ada@exam\u200dple.com'],
    ...[`${'a'.repeat(65)}@example.com`, `ada@${'a'.repeat(64)}.com`, `ada@${'a.'.repeat(130)}com`, 'ada@.com'],
  ])('%j is invalid', (typed) => expect(normal('email', typed)).toBeUndefined());
});

describe('a telephone number', () => {
  it.each([
    ['030 123456', 'DE', '+4930123456'],
    ['+49 (0)30 / 12 34 56', null, '+4930123456'],
    ['0049 30 123456', 'DE', '+4930123456'],
    ['0049 30 123456', null, '+4930123456'],
    ['(415) 555-2671', 'US', '+14155552671'],
    ['+1 415 555 2671 ext. 5', null, '+14155552671'],
    ['tel:+1-415-555-2671;ext=5', null, '+14155552671'],
    ['＋４９ ３０ １２３４５６', null, '+4930123456'],
    ['+39 06 1234 5678', 'DE', '+390612345678'],
    ['\u202a+49 30 1234567\u202c', null, '+49301234567'],
    ['\u200e030\u2060 1234567\u2069', 'DE', '+49301234567'],
    ['+52 1 55 1234 5678', null, '+525512345678'],
    ['tel:+52-1-55-1234-5678', null, '+525512345678'],
    ['+52 55 1234 5678', 'MX', '+525512345678'],
  ])('%j in %s is normalised to %s', (typed, country, compared) => {
    expect(normal('phone', typed, country)).toBe(compared);
    expect(normal('whatsapp', typed, country)).toBe(compared);
  });

  it.each(['', '+', '030 123456', 'call +4930123456', '+1234', '+999 12345678', 'ada@example.com', '++4930123456'])(
    '%j is invalid without a country',
    (typed) => expect(normal('phone', typed)).toBeUndefined(),
  );

  it('is extracted from the address of a chat', () => {
    expect(normal('whatsapp', 'https://wa.me/4930123456')).toBe('+4930123456');
    expect(normal('whatsapp', '\u200ehttps://wa.me/5215512345678')).toBe('+525512345678');
  });
});

describe('a handle', () => {
  it.each<[ChannelType, string, string]>([
    ['x', '@Ada', 'ada'],
    ['x', 'https://twitter.com/Ada/status/1?s=20', 'ada'],
    ['x', 'x.com/ada', 'ada'],
    ['github', 'https://www.github.com/Ada/', 'ada'],
    ['telegram', 'https://t.me/Ada_L', 'ada_l'],
    ['telegram', '+49 30 123456', '+4930123456'],
    ['linkedin', 'https://de.linkedin.com/in/Ada-Lovelace/?x=1', 'ada-lovelace'],
    ['linkedin', 'https://www.linkedin.com/in/j%C3%BCrgen', 'jürgen'],
    ['linkedin', 'linkedin.com/company/Acme/', 'company/acme'],
    ['slack', 'https://acme.slack.com/team/U012AB3CD', 'u012ab3cd'],
    ['discord', 'Ada#1234', 'ada#1234'],
    ['discord', 'https://discord.com/users/80351110224678912', '80351110224678912'],
    ['signal', 'https://signal.me/#p/+4930123456', '+4930123456'],
    ['signal', 'Ada.01', 'ada.01'],
    ['x', '\u2068@Ada\u2069', 'ada'],
    ['github', 'https://github.com/Ada%E2%80%8B', 'ada'],
    ['telegram', '\u202a+49 30 123456\u202c', '+4930123456'],
  ])('of %s: %j is normalised to %j', (type, typed, compared) => expect(normal(type, typed)).toBe(compared));

  it.each<[ChannelType, string]>([
    ['x', ''],
    ['x', '@'],
    ['x', 'ada lovelace'],
    ['x', 'https://x.com/'],
    ['github', 'github.com'],
    ['github', 'https://example.com/ada'],
    ['github', 'ada/engine'],
    ['telegram', '+abc'],
    ['linkedin', 'https://linkedin.com/in/%E0%A4%A'],
  ])('of %s is invalid: %j', (type, typed) => expect(normal(type, typed)).toBeUndefined());
});

describe('other channels', () => {
  it.each<[ChannelType, string, string]>([
    ['url', ' HTTPS://Example.COM:443/a/../b ', 'https://example.com/b'],
    ['url', 'example.com', 'https://example.com/'],
    ['url', 'münchen.de/x', 'https://xn--mnchen-3ya.de/x'],
    ['wallet', '0x52908400098527886E0F7030069857D2E4169EE7', '0x52908400098527886e0f7030069857d2e4169ee7'],
    ['wallet', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
    ['url', '\u200ehttps://example.com/x\u200b', 'https://example.com/x'],
    [
      'url',
      'https://example.com/می\u200cخواهم',
      'https://example.com/%D9%85%DB%8C%E2%80%8C%D8%AE%D9%88%D8%A7%D9%87%D9%85',
    ],
    ['wallet', '\u200b1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
    ['other', ' Desk 4 ', 'Desk 4'],
  ])('of type %s: %j is normalised to %j', (type, typed, compared) => expect(normal(type, typed)).toBe(compared));

  it.each<[ChannelType, string]>([
    ['url', 'javascript:alert(1)'],
    ['url', 'mailto:ada@example.com'],
    ['url', 'ftp://example.com'],
    ['url', 'not a page'],
    ['url', `https://example.com/${'ü'.repeat(700)}`],
    ['wallet', 'two words'],
    ['other', '  '],
  ])('of type %s is invalid: %j', (type, typed) => expect(normal(type, typed)).toBeUndefined());
});

it('normalising is idempotent, in any country', () => {
  const bits = [
    ' ',
    '@',
    '+',
    '49',
    '030',
    '.',
    '/',
    '#',
    'x.com',
    't.me',
    'https://',
    '"',
    '\\',
    'ü',
    'İ',
    'ａ',
    'ς',
    ':',
    '%',
    '\u200d',
    '\u202a',
    '+521',
  ];
  const spelling = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.emailAddress(),
    fc.webUrl(),
    fc.stringMatching(/^\+?[0-9 ()/-]{5,18}$/),
    fc
      .array(fc.oneof(fc.constantFrom(...bits), fc.string({ unit: 'grapheme', maxLength: 4 })), { maxLength: 8 })
      .map((some) => some.join('')),
  );
  const country = fc.constantFrom('DE', 'US', 'IT', 'AR', 'MX', 'XX', null);
  fc.assert(
    fc.property(fc.constantFrom(...channelTypes), spelling, country, country, (type, typed, here, elsewhere) => {
      const once = normal(type, typed, here);
      if (once !== undefined) expect(normal(type, once, elsewhere)).toBe(once);
    }),
    { numRuns: 5000 },
  );
});
