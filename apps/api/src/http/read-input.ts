import express, { type Request, type RequestHandler, type Response } from 'express';
import { invalid } from '@tandem/domain/core/errors';
import type { Route } from '@tandem/platform/feature/feature';
import { checkText } from '@tandem/platform/inputs/free-values';
import { type Field, fieldsOf } from '@tandem/platform/inputs/inputs';
import { inBody, inParameters, parseInput, type Place } from '@tandem/platform/inputs/inputs-parse';
import { camel } from '@tandem/platform/view/view';
import { named } from './bare-list.js';
import { parseJson } from './free-json.js';
import { badRequest, HttpProblem } from './http-problem.js';

type Values = Record<string, unknown>;

const bodyLimit = 256 * 1024;
const isJson = /^application\/(json|[\w.+-]+\+json)\s*(;|$)/i;

/** Reads params, query and body of a route's requests into one checked input; throws with every fault found. */
export class InputReader {
  private readonly fields: Map<string, Field>;
  private readonly parameters: Set<string>;
  private readonly hasBody: boolean;
  private readonly receive: RequestHandler;

  constructor(private readonly route: Route) {
    this.fields = fieldsOf(route.input);
    this.parameters = new Set([...route.path.matchAll(/:(\w+)/g)].map((match) => match[1]!));
    this.hasBody = ['post', 'put', 'patch'].includes(route.method);
    this.receive = express.raw({ limit: route.bodyLimitBytes ?? bodyLimit, type: () => true });
  }

  async read(request: Request, response: Response): Promise<Values> {
    const params = this.readParams(request);
    if (this.route.lenient) return this.finish(params, {});
    const query = this.readQuery(request);
    if (!this.hasBody) return this.finish({ ...query, ...params }, {});
    const body = await this.readBody(request, response);
    const repeated = Object.keys(body).filter((wire) => this.parameters.has(wire));
    if (Object.keys(query).length) throw notInQuery(Object.keys(query));
    if (repeated.length) throw invalid(repeated.map(inPathAlone));
    return this.finish(params, body);
  }

  private finish(parameters: Values, body: Values): Values {
    const place: Place = (wire) => (!this.hasBody || this.parameters.has(wire) ? inParameters(wire) : inBody()(wire));
    const { input, findings } = parseInput(this.route.input, { ...body, ...parameters }, place, this.parameters);
    const bad = findings.filter((finding) => finding.parameter !== undefined);
    const badId = bad.find(({ parameter }) => this.parameters.has(parameter!));
    if (badId) throw badRequest('invalid_id', `In the path: ${badId.detail}`, bad);
    if (bad.length) throw badRequest('invalid_parameter', bad[0]!.detail, bad);
    if (findings.length) throw invalid(findings);
    return input;
  }

  private readParams(request: Request): Values {
    const entries = Object.entries(request.params as Record<string, string>);
    for (const [, value] of entries) checkText(value);
    return Object.fromEntries(entries.map(([wire, value]) => [wire, lowerId(value, this.fields.get(camel(wire)))]));
  }

  private readQuery(request: Request): Values {
    const start = request.originalUrl.indexOf('?');
    const query: Values = {};
    if (start < 0) return query;
    for (const [wire, value] of new URLSearchParams(request.originalUrl.slice(start + 1))) {
      checkText(wire + value);
      if (this.parameters.has(wire)) throw notInQuery([wire]);
      if (Object.hasOwn(query, wire))
        throw badRequest('invalid_parameter', `${wire} is given more than once.`, [repeatedIn(wire)]);
      query[wire] = convert(value, this.fields.get(camel(wire)));
    }
    return query;
  }

  private async readBody(request: Request, response: Response): Promise<Values> {
    if (!request.headers['transfer-encoding'] && !Number(request.headers['content-length'] ?? 0)) return {};
    mustBeJson(request.headers['content-type'] ?? '');
    await new Promise<void>((resolve, reject) => {
      this.receive(request, response, (error?: unknown) => (error ? reject(bodyProblem(error as Error)) : resolve()));
    });
    const bytes = request.body as Buffer | undefined;
    response.locals.bodyBytes = bytes?.length;
    request.body = bytes?.length ? parseJson(bytes) : undefined;
    return objectIn(named(this.route, request.body));
  }
}

function notInQuery(wires: string[]): HttpProblem {
  const findings = wires.map((wire) => ({
    ...inParameters(wire),
    code: 'unknown_parameter',
    detail: `This operation takes no query parameters, so ${JSON.stringify(wire)} is none; values go into the path or the body.`,
  }));
  return badRequest('invalid_parameter', 'This operation takes no query parameters.', findings);
}

const repeatedIn = (wire: string) => ({
  ...inParameters(wire),
  code: 'repeated',
  detail: `Give ${wire} once; several values of a list are separated by commas.`,
});

const inPathAlone = (wire: string) => ({
  ...inBody()(wire),
  code: 'unknown_field',
  detail: `${wire} belongs in the path, not in the body.`,
});

function objectIn(body: unknown): Values {
  if (body === undefined) return {};
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    throw invalid([
      { pointer: '', code: 'invalid_type', detail: 'The body must be a JSON object such as {"title": "x"}.' },
    ]);
  return body as Values;
}

/** Text of a query as the value its field's schema asks for; what does not fit stays text and is refused by the checks. */
function convert(value: string, field: Field | undefined): unknown {
  switch (field?.schema.type) {
    case 'integer':
      return /^-?\d+$/.test(value) ? Math.min(Number(value), Number.MAX_SAFE_INTEGER) : value;
    case 'boolean':
      return ({ true: true, false: false } as Values)[value] ?? value;
    case 'array':
      return value === '' ? [] : value.split(',').map((part) => part.trim());
    default:
      return lowerId(value, field);
  }
}

const lowerId = (value: string, field: Field | undefined) =>
  field?.schema.format === 'uuid' ? value.toLowerCase() : value;

/** RFC 8259, section 8.1: JSON between systems is UTF-8. */
function mustBeJson(type: string): void {
  if (!isJson.test(type))
    throw new HttpProblem(
      415,
      'unsupported_media_type',
      'The body must be JSON, with the header Content-Type: application/json.',
      { 'accept-post': 'application/json' },
    );
  if (!/^utf-?8$/i.test(charsetOf(type) ?? 'utf-8')) throw unsupportedEncoding();
}

const charsetOf = (type: string) => /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(type)?.[1];

const unsupportedEncoding = () =>
  new HttpProblem(
    415,
    'unsupported_media_type',
    'This encoding of the body is not supported: send UTF-8, as it is or with Content-Encoding gzip, deflate or br.',
  );

/** What the body parser found wrong, in our words. */
function bodyProblem(error: Error & { type?: string; status?: number }): Error {
  const { type, status } = error;
  if (type === 'entity.too.large')
    return new HttpProblem(413, 'body_too_large', 'The body is larger than this operation takes.');
  if (type === 'encoding.unsupported' || type === 'charset.unsupported') return unsupportedEncoding();
  if (status && status < 500)
    return badRequest(
      'malformed_json',
      'The body could not be read: it is cut off, or not packed as Content-Encoding says.',
    );
  return error;
}
