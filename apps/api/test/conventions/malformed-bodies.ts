import fc from 'fast-check';
import type { Document } from '../documentation/documented.js';

const deep = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels);

/** JSON texts that a field is not made for. */
const tokens = [
  ...['null', 'true', '0', '-0', '-1', '1.5', '""', '" "', '"0"', '[]', '{}', '[[]]', '[null]', '[{}]', '{"a":[]}'],
  ...['1e400', '-1e400', '1e-400', '9007199254740993', '99999999999999999999', '2147483648', '1E2', '1e309'],
  ...['"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udc00\\ud800"', '"\\u202egnirts"', '"e\\u0301\\u0302\\u0303"'],
  ...['"😀"', '"\\ud83d\\ude00"', '"\\u200b"', '"\\ufeff"', '"\\r\\nX-Injected: 1"', '"\\u2028"', '"İı"', '"𝒳"'],
  ...['"__proto__"', '"constructor"', '"toString"', '"hasOwnProperty"', '"../../etc/passwd"', `"' or 1=1 --"`, '"%00"'],
  ...['{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}', '[{"__proto__":[]}]'],
  ...['{"toString":1,"hasOwnProperty":2,"valueOf":null,"toJSON":3}', '{"length":-1}', '{"then":1}', '{"$ref":"#"}'],
  ...['"0000-00-00"', '"2026-02-30"', '"9999-12-31"', '"0001-01-01"', '"2026-11-21T25:00:00Z"', '"24:00"'],
  ...['"9999-12-31T23:59:60Z"', '"0001-01-01T00:00:00Z"', '"2026-11-21T00:00:00+99:99"', '"+275760-09-13T00:00:00Z"'],
  ...[
    '"00000000-0000-0000-0000-000000000000"',
    '"019ab1c2-0000-7000-8000-00000000000g"',
    '"FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF"',
  ],
  ...[
    '"http://[::1"',
    '"javascript:alert(1)"',
    '"http://a@b:99999/"',
    '"FREQ=DAILY;COUNT=0"',
    '"* * * * * *"',
    '"{{x}}"',
  ],
  ...['"en-"', '"Mars/Olympus"', '"XX"', '"@"', '"a@b"', '"*"', '"tasks:*"', '"."', '"task."'],
  JSON.stringify('a'.repeat(3000)),
  JSON.stringify('語'.repeat(70_000)),
  deep('[', ']', 33),
  deep('{"a":', '}', 40).replace('}', '1}'),
  deep('[', ']', 30_000),
  `[${'0,'.repeat(12_000)}0]`,
];

const keys = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  ' ',
  '\u0000',
  '\ud800',
  'a.b',
  '$where',
  'ID',
  'tenant_id',
];

/** Stands in JSON where a text comes in as it is. */
const mark = (json: string) => `⟦${json}⟧`;
const written = (value: unknown) =>
  JSON.stringify(value).replace(/"⟦(.*?)⟧"/gs, (_, escaped: string) => JSON.parse(`"${escaped}"`) as string);

const token = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...tokens) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }).map((text) => JSON.stringify(text)) },
);
const key = fc.oneof(fc.constantFrom(...keys), fc.string({ unit: 'binary', maxLength: 10 }));

/** Places inside an object that a schema describes: its own fields and those of what is in them. */
function locationsIn(schema: Document, at: string[] = []): string[][] {
  if (schema.items) return [[...at, '0'], ...locationsIn(schema.items as Document, [...at, '0'])];
  return Object.entries<Document>((schema.properties ?? {}) as Document).flatMap(([name, inner]) => [
    [...at, name],
    ...locationsIn(inner, [...at, name]),
  ]);
}

function put(value: unknown, [name, ...rest]: readonly string[], to: unknown): unknown {
  if (name === undefined) return to;
  if (Array.isArray(value) || (value === undefined && name === '0')) {
    const [first, ...others] = (value ?? []) as unknown[];
    return [put(first, rest, to), ...others];
  }
  const object = value && typeof value === 'object' ? (value as Document) : {};
  // Assigning `__proto__` would set the prototype instead of a field.
  return Object.fromEntries([
    ...Object.entries(object).filter(([own]) => own !== name),
    [name, put(object[name], rest, to)],
  ]);
}

/** Texts near a good body: other values and keys at any of its places, and no JSON at all. */
export function bodies(good: Document, schema: Document): fc.Arbitrary<Buffer> {
  const locations = locationsIn(schema);
  const location = fc.constantFrom(...(locations.length ? locations : [['x']]));
  const parents = fc.constantFrom([] as string[], ...locations);
  const text = JSON.stringify(good);
  const broken = [
    ...[
      '',
      ' ',
      '{',
      '{"',
      '[',
      'null',
      '""',
      '0',
      '[]',
      'undefined',
      '{}{}',
      "{'a':1}",
      '{"a":1,}',
      'NaN',
      '\ufeff{}',
    ],
    text.slice(0, -1),
    `${text}x`,
    text.replace('{', '{"__proto__":{"polluted":1},'),
    text.replace('{', '{"constructor":{"prototype":{"polluted":1}},'),
    deep('[', ']', 50_000),
    deep('{"a":', '}', 20_000),
  ];
  return fc
    .oneof(
      { weight: 6, arbitrary: fc.tuple(location, token).map(([at, text]) => written(put(good, at, mark(text)))) },
      {
        weight: 2,
        arbitrary: fc
          .tuple(parents, key, token)
          .map(([at, name, text]) => written(put(good, [...at, name], mark(text)))),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(location, token)
          .map(([[name], value]) => text.replace('{', () => `{${JSON.stringify(name)}:${value},`)),
      },
      { weight: 1, arbitrary: fc.constantFrom(...broken) },
      { weight: 1, arbitrary: token },
    )
    .map((sent) => Buffer.from(sent, 'utf8'))
    .chain((sent) => fc.oneof({ weight: 9, arbitrary: fc.constant(sent) }, { weight: 1, arbitrary: spoiled(sent) }));
}

/** With bytes in it that are no UTF-8. */
const spoiled = (bytes: Buffer) =>
  fc
    .tuple(fc.nat(bytes.length), fc.constantFrom([0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf5], [0x00]))
    .map(([at, wrong]) => Buffer.concat([bytes.subarray(0, at), Buffer.from(wrong), bytes.subarray(at)]));
