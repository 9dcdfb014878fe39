import fc from 'fast-check';
import type { RawRequest } from './raw-request.js';

const oddText = fc.oneof(
  fc.constantFrom(
    ...[
      '%00',
      '%ff',
      '%',
      '%zz',
      '%2F',
      '%2e%2e',
      '..',
      '.',
      '%20',
      '+',
      '*',
      ':id',
      '%F0%9F%98%80',
      '%ED%A0%80',
      '%E2%80%AE',
    ],
    ...[
      '__proto__',
      'constructor',
      'null',
      'undefined',
      'NaN',
      '-1',
      '1e9',
      '0x10',
      '99999999999999999999',
      'a'.repeat(5000),
    ],
    ...[
      '019ab1c2-0000-7000-8000-00000000000G',
      '%C3%A9',
      'e%CC%81',
      "'",
      '%22',
      '<script>',
      '%5Cu0000',
      '%0d%0aX-Injected:1',
    ],
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
);

/** Path segments, never empty: that would be another address. */
export const segments = oddText;

/** Query strings around the parameters that an operation has. */
export const queries = (names: readonly string[]): fc.Arbitrary<string> => {
  const name = fc.constantFrom(...names, 'limit', 'cursor', 'unknown', '__proto__', 'constructor', '%00');
  const pair = fc.tuple(name, oddText).map(([left, right]) => `${left}=${right}`);
  return fc.oneof(
    { weight: 4, arbitrary: pair },
    { weight: 1, arbitrary: fc.array(pair, { maxLength: 4 }).map((pairs) => pairs.join('&')) },
    { weight: 1, arbitrary: pair.map((one) => `${one}&${one}`) },
    {
      weight: 1,
      arbitrary: name.chain((one) =>
        fc.constantFrom(`${one}[a]=1`, `${one}[]=1`, `${one}`, `${one}=`, '=', '&&', '?', `${one}=1&${one}[b]=2`),
      ),
    },
  );
};

const manyBytes = (text: string, count: number) => Array.from({ length: count }, () => text).join(',');

/** Headers that go with an otherwise good request. */
export const headers = fc.constantFrom<RawRequest['headers'][number]>(
  ...['\u0001', '', ' ', 'a'.repeat(256), 'é', '😀', 'a\tb', '"x"'].map((value) => ['Idempotency-Key', value] as const),
  ...[
    '',
    'text/html',
    ';;;',
    '*',
    '*/*;q=0',
    'application/json;q=0',
    manyBytes('a/b', 3000),
    manyBytes('text/html', 400),
  ].map((value) => ['Accept', value] as const),
  ...[
    '',
    'text/plain',
    'application',
    'application/json; charset=nonsense',
    'application/json; charset',
    'multipart/form-data',
    'application/json, text/plain',
    ';',
  ].map((value) => ['Content-Type', value] as const),
  ...['gzip', 'br', 'deflate', 'compress', 'gzip, gzip', 'x'].map((value) => ['Content-Encoding', value] as const),
  ...['gzip;q=0', 'identity;q=0', 'nonsense;;'].map((value) => ['Accept-Encoding', value] as const),
  ...['*', '"a"', 'W/"a"', 'nonsense'].flatMap(
    (value) =>
      [
        ['If-Match', value],
        ['If-None-Match', value],
      ] as const,
  ),
  ...['Thu, 01 Jan 1970 00:00:00 GMT', 'never'].flatMap(
    (value) =>
      [
        ['If-Modified-Since', value],
        ['If-Unmodified-Since', value],
      ] as const,
  ),
  ...['bytes=0-1', 'bytes=9-1', 'lines=1'].map((value) => ['Range', value] as const),
  ...['Bearer', 'Basic YTpi', 'Bearer a b', 'Bearer é', 'bearer x', `Bearer ${'a'.repeat(5000)}`, 'Bearer a.b.c'].map(
    (value) => ['Authorization', value] as const,
  ),
  ...['../..', 'a'.repeat(129), '\u0001', 'é'].map((value) => ['X-Request-Id', value] as const),
  ...['nonsense', 'a'.repeat(20_000)].map((value) => ['Expect', value] as const),
  ...['chunked', 'identity', 'nonsense'].map((value) => ['Transfer-Encoding', value] as const),
  ...([
    ['Upgrade', 'websocket'],
    ['Origin', 'null'],
    ['X-Forwarded-For', '::1, nonsense'],
    ['Content-Length', '-1'],
  ] as const),
  ...([
    ['Cookie', 'a'.repeat(9000)],
    ['traceparent', '00-zz'],
    ['Host', 'a b'],
    ['X-HTTP-Method-Override', 'DELETE'],
  ] as const),
);
