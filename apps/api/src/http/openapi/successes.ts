import { type Route, acceptsIdempotencyKey, defaultStatus, mediaTypeOf } from '@tandem/platform/feature/feature';
import type { View } from '@tandem/platform/view/view';
import type { JsonSchema } from '@tandem/platform/view/kinds';
import { type HeaderName, headerRefs, limitHeaders } from './response-headers.js';
import type { Components, Json } from './components.js';
import { fits } from './example-values.js';

export function successes(route: Route, components: Components): Record<string, Json> {
  const status = defaultStatus(route);
  const headers: HeaderName[] = [
    'X-Request-Id',
    ...limitHeaders(route),
    ...(acceptsIdempotencyKey(route) ? (['Idempotent-Replayed'] as const) : []),
    ...(route.location ? (['Location'] as const) : []),
    ...(route.response.shape === 'list' ? (['X-Truncated', 'X-Next-Cursor'] as const) : []),
    ...((route.response.headers ?? []) as HeaderName[]),
  ];
  const response = (description: string) => ({
    description,
    headers: headerRefs(components, headers),
    ...content(route, components),
  });
  const responses = { [status]: response(descriptions[status]!) };
  return route.mayBeThere ? { 200: response('Already exists: the existing record.'), ...responses } : responses;
}

const descriptions: Record<number, string> = { 200: 'OK.', 201: 'Created.', 204: 'No content.' };

function content(route: Route, components: Components): Json {
  const { view, shape } = route.response;
  if (shape === 'stream')
    return { content: { [mediaTypeOf(route)]: { schema: { type: 'string' }, example: route.streamExample } } };
  if (!view || shape === 'none') return {};
  const schema = components.view(view as View);
  const example = components.example(view as View);
  const shapes = {
    one: () => ({ schema, example: { ...echoed(example, route.example, view as View), ...route.exampleResponse } }),
    list: () => ({ schema: { type: 'array', maxItems: 1000, items: schema }, example: [example] }),
    page: () => ({ schema: envelope(schema), example: { data: [example], has_more: false, next_cursor: null } }),
  };
  return { content: { 'application/json': shapes[shape]() } };
}

const envelope = (items: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: {
    data: { type: 'array', items, description: 'The records of this page.' },
    has_more: { type: 'boolean', description: 'Whether there are more records after this page.' },
    next_cursor: { type: ['string', 'null'], description: 'The cursor of the next page; null on the last page.' },
  },
  required: ['data', 'has_more', 'next_cursor'],
});

function echoed(example: Json, sent: object | undefined, { schema }: View): Json {
  const fields = schema.properties as Record<string, JsonSchema>;
  const known = Object.entries(sent ?? {}).filter(([wire, value]) => fields[wire] && fits(value, fields[wire]));
  return { ...example, ...Object.fromEntries(known.map(([wire, value]) => [wire, filledIn(value, example[wire])])) };
}

function filledIn(sent: unknown, shown: unknown): unknown {
  if (Array.isArray(sent) && Array.isArray(shown)) return sent.map((item) => filledIn(item, shown[0]));
  return isRecord(sent) && isRecord(shown) ? { ...shown, ...sent } : sent;
}

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
