// Makes libs/client/src/generated from an OpenAPI document.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import { operationsIn } from './operations.mjs';
import { rename } from './rename.mjs';

const home = new URL('../../libs/client/src/generated/', import.meta.url);

export async function generate(text, folder = home) {
  const document = rename(JSON.parse(text));
  const streams = markStreams(document);
  await createClient({
    input: document,
    output: { path: fileURLToPath(folder), importFileExtension: '.js', entryFile: false, postProcess: [] },
    logs: { level: 'silent', file: false },
    plugins: [
      '@hey-api/typescript',
      { name: '@hey-api/client-fetch', throwOnError: true, baseUrl: false },
      {
        name: '@hey-api/sdk',
        client: false,
        responseStyle: 'data',
        operations: { strategy: 'single', containerName: 'Tandem', methods: 'instance', nesting: 'operationId' },
      },
    ],
  });
  const revise = (file, change) => {
    const source = new URL(file, folder);
    writeFileSync(source, change(readFileSync(source, 'utf8')));
  };
  // The one type that only browsers have.
  revise('client/client.gen.ts', (source) => replaced(source, /BodyInit \| null \| undefined/g, "RequestInit['body']"));
  revise('types.gen.ts', revisedTypes);
  revise('sdk.gen.ts', (source) => revisedClasses(source, streams));
  writeFileSync(new URL('operations.ts', folder), operationsIn(document));
}

/** Bodies other than JSON are handed out unread, however long: their schema becomes `Chunks`. Returns their paths. */
function markStreams({ paths, components }) {
  components.schemas.Chunks = { type: 'string' };
  const streams = [];
  for (const [path, methods] of Object.entries(paths))
    for (const [status, { content = {} }] of Object.values(methods).flatMap(({ responses }) =>
      Object.entries(responses),
    ))
      for (const [type, media] of Object.entries(content))
        if (status.startsWith('2') && !['application/json', 'text/event-stream'].includes(type)) {
          media.schema = { $ref: '#/components/schemas/Chunks' };
          streams.push(path);
        }
  return streams;
}

/** Replaces every match; throws if there is none, since the generator then writes something else than it did. */
function replaced(source, pattern, by) {
  if (source.search(pattern) < 0) throw new Error(`the generated source has no ${pattern}`);
  return source.replace(pattern, by);
}

/** Under exactOptionalPropertyTypes too, an optional field may be undefined: it is then not sent. */
const revisedTypes = (source) =>
  replaced(
    replaced(source, /^( +['\w-]+\?: .*[^{]);$/gm, '$1 | undefined;'),
    /^export type Chunks = string;$/m,
    'export type Chunks = ReadableStream<Uint8Array>;',
  );

/**
 * Calls always throw, and take `{ responseStyle: 'fields' }` as a second argument. Without the registry of instances,
 * a client can be collected, and bundlers may leave out what is not used.
 */
function revisedClasses(source, streams) {
  const changes = [
    [/^class HeyApiRegistry<T> \{\n[^]*?^\}\n\n/m, ''],
    [/ {4}public static readonly __registry[^]*?\n {4}\}\n {4}\n/, ''],
    [/<ThrowOnError extends boolean = true>\((options\??): Options<(\w+), ThrowOnError(, \w+)?>\)/g, signature],
    [/, ThrowOnError, 'data'>/g, ', true, Style>'],
    [/ responseStyle: 'data',/g, " responseStyle: (style?.responseStyle ?? 'data') as Style,"],
    [/^(import type \{ Client, )/m, '$1ResponseStyle, '],
    ...[...new Set(streams)].map((path) => [` url: '${path}',`, ` parseAs: 'stream',\n            url: '${path}',`]),
  ];
  return changes.reduce((text, [pattern, by]) => replaced(text, pattern, by), source);
}

const signature = (_, options, data, response = '') =>
  `<Style extends ResponseStyle = 'data'>(${options}: Options<${data}, true${response}>, ` +
  `style?: { responseStyle?: Style | undefined })`;
