import { type Route, hasBody, acceptsIdempotencyKey } from '@tandem/platform/feature/feature';
import { exampleId } from './example-values.js';
import { KnownProblems } from '../problem-codes.js';
import { type HeaderName, headerRefs } from './response-headers.js';
import type { Components, Json } from './components.js';

const general: Record<number, { name: string; codes: string[]; headers?: HeaderName[] }> = {
  400: {
    name: 'BadRequest',
    codes: [
      'malformed_request malformed_json json_too_deep json_too_large invalid_text invalid_number',
      'invalid_id invalid_parameter invalid_cursor invalid_header',
    ].flatMap((codes) => codes.split(' ')),
  },
  401: { name: 'Unauthenticated', codes: ['unauthenticated', 'api_key_expired'], headers: ['WWW-Authenticate'] },
  403: { name: 'Forbidden', codes: ['insufficient_scope'] },
  404: { name: 'NotFound', codes: ['not_found'] },
  406: { name: 'NotAcceptable', codes: ['not_acceptable'] },
  408: { name: 'RequestTimeout', codes: ['request_timeout'] },
  409: { name: 'Conflict', codes: ['idempotency_in_progress'], headers: ['Retry-After'] },
  413: { name: 'BodyTooLarge', codes: ['body_too_large'] },
  415: { name: 'UnsupportedMediaType', codes: ['unsupported_media_type'] },
  422: { name: 'Unprocessable', codes: ['invalid_body', 'idempotency_key_reused'] },
  429: { name: 'TooManyRequests', codes: ['rate_limited'], headers: ['Retry-After'] },
  431: { name: 'HeadersTooLarge', codes: ['headers_too_large'] },
  500: { name: 'Internal', codes: ['internal'] },
  503: { name: 'Unavailable', codes: ['unavailable'], headers: ['Retry-After'] },
};

export function failures(route: Route, components: Components): Record<string, Json> {
  const own = (route.problems ?? []).map((problem) => problem.split(' ') as [status: string, code: string]);
  const expected = generalStatuses(route);
  const statuses = new Set([...expected, ...own.map(([status]) => Number(status))]);
  const responseOf = (status: number) => {
    const { name, codes } = expected.includes(status) ? generalResponse(route, status) : { name: '', codes: [] };
    const all = new Set([...codes, ...own.filter(([of]) => Number(of) === status).map(([, code]) => code)]);
    const response = () => problemResponse(status, [...all], components);
    return all.size === codes.length ? components.ref('responses', name, response) : response();
  };
  return Object.fromEntries([...statuses].sort((a, b) => a - b).map((status) => [status, responseOf(status)]));
}

/** A lenient route answers 400 only to malformed HTTP. */
const generalResponse = ({ access }: Route, status: number) =>
  access === 'lenient' && status === 400 ? { name: 'NoHttp', codes: ['malformed_request'] } : general[status]!;

function generalStatuses(route: Route): number[] {
  const { access, path } = route;
  // Reports all other failures with status 200.
  if (access === 'lenient') return [400, 408, 431];
  const when: [boolean, number[]][] = [
    [true, [400, 406, 408, 431, 500, 503]],
    [access !== 'public', [401, 429]],
    [access.includes(':'), [403]],
    [access === 'operator' || path.includes(':'), [404]],
    [acceptsIdempotencyKey(route), [409]],
    [hasBody(route), [413, 415, 422]],
  ];
  return when.flatMap(([holds, statuses]) => (holds ? statuses : []));
}

function problemResponse(status: number, codes: readonly string[], components: Components): Json {
  const names: HeaderName[] = ['X-Request-Id', ...(general[status]?.headers ?? []), 'RateLimit-Policy', 'RateLimit'];
  return {
    description: codes.map((code) => `${components.problems.titleOf(code)} (\`${code}\`).`).join(' '),
    headers: headerRefs(components, names),
    content: {
      'application/problem+json': {
        schema: { allOf: [problemOf(components), { type: 'object', properties: { code: { enum: codes } } }] },
        examples: Object.fromEntries(
          codes.map((code) => [
            code,
            components.ref('examples', code, () => problemExample(status, code, components.problems)),
          ]),
        ),
      },
    },
  };
}

const instance = '/api/v1/tasks';
const faults: Record<string, Json> = {
  invalid_body: { pointer: '/title', code: 'required', detail: 'title is required: text of 1 to 500 characters.' },
  invalid_parameter: {
    parameter: 'limit',
    code: 'out_of_range',
    detail: 'limit must be a whole number from 1 to 100.',
  },
  invalid_id: {
    parameter: 'id',
    code: 'invalid_format',
    detail: 'id must be an id such as 0199a7f2-3c4d-7e5f-8a9b-0c1d2e3f4a5b (a UUID).',
  },
  invalid_header: {
    header: 'Idempotency-Key',
    code: 'invalid_format',
    detail: 'Idempotency-Key must be 1 to 255 visible ASCII characters such as order-4711.',
  },
};

function problemExample(status: number, code: string, problems: KnownProblems): Json {
  const title = problems.titleOf(code);
  return {
    summary: title,
    value: {
      type: `https://tandem.example/problems/${code}`,
      title,
      status,
      detail: problems.codes.get(code)?.meaning ?? title,
      instance,
      code,
      request_id: exampleId('request_id'),
      ...(faults[code] ? { errors: [faults[code]] } : {}),
    },
  };
}

const problemOf = (components: Components) =>
  components.ref('schemas', 'Problem', () => ({
    ...problemSchema,
    properties: { ...problemSchema.properties, code: problemCode(components) },
  }));

const problemCode = (components: Components) => ({
  ...components.ref('schemas', 'ProblemCode', () => ({
    type: 'string',
    enum: [...components.problems.codes.keys()].sort(),
  })),
  description: 'Stable, machine-readable code of the problem.',
});

const problemSchema = {
  type: 'object',
  description: 'A problem document (RFC 9457). Some codes have additional members, such as scope or run_status.',
  properties: {
    type: { type: 'string', format: 'uri', description: 'URL of a page that explains the code.' },
    title: { type: 'string', description: 'Short summary of the code, always the same.' },
    status: {
      type: 'integer',
      format: 'int32',
      minimum: 400,
      maximum: 599,
      description: 'The HTTP status code.',
    },
    detail: { type: 'string', description: 'Human-readable explanation of what happened.' },
    instance: { type: 'string', format: 'uri-reference', description: 'Path of the request.' },
    code: {},
    request_id: {
      type: 'string',
      description: 'Identifies the request in logs and in the audit log; include it when you ask for help.',
    },
    errors: {
      type: 'array',
      description: 'All faults in the request; each gives its location in one of three ways.',
      items: {
        type: 'object',
        properties: {
          pointer: { type: 'string', description: 'JSON Pointer (RFC 6901) into the body.' },
          parameter: { type: 'string', description: 'Name of a path or query parameter.' },
          header: { type: 'string', description: 'Name of a header.' },
          code: { type: 'string', description: 'Stable, machine-readable code of the fault.' },
          detail: { type: 'string', description: 'Human-readable explanation of what is wrong.' },
        },
        required: ['code', 'detail'],
      },
    },
  },
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id'],
  examples: [problemExample(404, 'not_found', new KnownProblems()).value],
};
