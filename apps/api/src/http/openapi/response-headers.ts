import type { Route } from '@tandem/platform/feature/feature';
import type { Components, Json } from './components.js';

const headers = {
  Location: {
    description: 'URL of the created record.',
    format: 'uri',
    example: 'https://tandem.example/api/v1/tasks/019ab1c2-2c26-7b46-8b68-ffc68ff99b45',
  },
  'X-Request-Id': { description: 'The id of the request, as sent or generated.', example: 'req-7d41' },
  RateLimit: {
    description: 'What remains of each limit: r requests until the window ends in t seconds.',
    example: '"key";r=99;t=2, "tenant";r=5999;t=60',
  },
  'RateLimit-Policy': {
    description:
      'The limits that apply: quota q in a window of w seconds. ' +
      'Absent if the request was refused before it was counted.',
    example: '"key";q=100;w=2, "tenant";q=6000;w=60',
  },
  'Retry-After': {
    description: 'Seconds to wait before retrying.',
    type: 'integer',
    format: 'int32',
    minimum: 1,
    example: 1,
  },
  'Idempotent-Replayed': {
    description: 'Present if this is the stored response to an earlier request with the same Idempotency-Key.',
    enum: ['true'],
    example: 'true',
  },
  'X-Truncated': {
    description: 'Present if there are more records than the response contains or leads to.',
    enum: ['true'],
    example: 'true',
  },
  'X-Next-Cursor': {
    description: 'Present if there are more records and the list accepts a cursor: pass it as cursor to continue.',
    example: 'oq3mZ1l2Vn0b8kq7',
  },
  'X-Indexed-Through': {
    description: 'Sequence of the event up to which the search knows all changes.',
    type: 'integer',
    format: 'int64',
    minimum: 0,
    example: 42,
  },
  'WWW-Authenticate': { description: 'How to authenticate.', example: 'Bearer' },
} satisfies Record<string, Json>;

export type HeaderName = keyof typeof headers;

/** Readable for pages of another origin (CORS). */
export const readableHeaders = Object.keys(headers).filter((name) => name !== 'WWW-Authenticate');

export const headerRefs = (components: Components, names: readonly HeaderName[]): Json =>
  Object.fromEntries(names.map((name) => [name, components.ref('headers', name, () => headerOf(headers[name]))]));

function headerOf({ description, example, ...schema }: Json): Json {
  return { description, schema: { type: 'string', ...schema }, example };
}

/** Limits are counted for callers of a tenant only. */
export const limitHeaders = ({ access }: Route): HeaderName[] =>
  access === 'operator' || access === 'public' ? [] : ['RateLimit-Policy', 'RateLimit'];
