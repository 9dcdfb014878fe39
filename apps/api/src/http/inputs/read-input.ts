import type { ErrorRequestHandler, Request, Response } from 'express';
import { DomainError, type Finding, invalid } from '@tandem/domain/core/errors';
import { parametersIn, type Route, hasBody } from '@tandem/platform/feature/feature';
import { checkText, inBody, inParameters, parseInput, type Locate } from '@tandem/platform/inputs/inputs-parse';
import { type Field, fieldsOf } from '@tandem/platform/inputs/inputs';
import { camel } from '@tandem/domain/core/wire-names';
import { badRequest, type HttpProblem } from '../http-problem.js';
import { bodyLimit, jsonBody, type ReadBody } from './read-body.js';

type Values = Record<string, unknown>;
type Params = Readonly<Record<string, string>>;

/** Reads path, query and body into one validated input; throws all faults found. */
export class InputReader {
  private readonly fields: Map<string, Field>;
  private readonly parameters: Set<string>;
  private readonly hasBody: boolean;
  private readonly body: ReadBody;

  constructor(private readonly route: Route) {
    this.fields = fieldsOf(route.input);
    this.parameters = new Set(parametersIn(route.path));
    this.hasBody = hasBody(route);
    this.body = jsonBody(bodyLimit(route));
  }

  async read(request: Request, response: Response): Promise<Values> {
    const input = await this.readFrom(request.params as Params, request.originalUrl, async () => {
      await this.body(request, response);
      return request.body as unknown;
    });
    return Object.assign(input, this.position(request));
  }

  /** The last message that a resuming client has received (WHATWG HTML, server-sent events). */
  private position({ headers }: Request): Values {
    const id = headers['last-event-id'];
    if (!this.route.resumesAfter || !id) return {};
    const sequence = /^\d+$/.test(String(id)) ? Number(id) : NaN;
    if (!Number.isSafeInteger(sequence)) throw badRequest('invalid_header', wrongPosition.detail, [wrongPosition]);
    return { [camel(this.route.resumesAfter)]: sequence };
  }

  async readFrom(params: Params, url: string, readBody: () => unknown): Promise<Values> {
    for (const value of Object.values(params)) checkText(value);
    if (this.route.lenient) return this.finish(params, {});
    const query = this.readQuery(url);
    if (!this.hasBody) return this.finish({ ...query, ...params }, {});
    const body = objectIn(named(this.route, await readBody()));
    const repeated = Object.keys(body).filter((wire) => this.parameters.has(wire));
    if (Object.keys(query).length) throw notInQuery(Object.keys(query));
    if (repeated.length) throw invalid(repeated.map(inPathAlone));
    return this.finish(params, body);
  }

  private finish(parameters: Values, body: Values): Values {
    const locate: Locate = (wire) => (!this.hasBody || this.parameters.has(wire) ? inParameters(wire) : inBody()(wire));
    const { input, findings } = parseInput(this.route.input, { ...body, ...parameters }, locate, this.parameters);
    const bad = findings.filter((finding) => finding.parameter !== undefined);
    const badId = bad.find(({ parameter }) => this.parameters.has(parameter!));
    if (badId) throw badRequest('invalid_id', `In the path: ${badId.detail}`, bad);
    if (bad.length) throw badRequest('invalid_parameter', bad[0]!.detail, bad);
    if (findings.length) throw invalid(findings);
    return input;
  }

  private readQuery(url: string): Values {
    const start = url.indexOf('?');
    // Without a prototype, `__proto__` is a name like any other.
    const query = Object.create(null) as Values;
    if (start < 0) return query;
    for (const [wire, value] of new URLSearchParams(url.slice(start + 1))) {
      checkText(wire + value);
      if (this.parameters.has(wire)) throw notInQuery([wire]);
      if (Object.hasOwn(query, wire))
        throw badRequest('invalid_parameter', `${wire} is given more than once.`, [repeatedIn(wire)]);
      query[wire] = convert(value, this.fields.get(camel(wire)));
    }
    return query;
  }
}

const wrongPosition = {
  header: 'Last-Event-ID',
  code: 'invalid_format',
  detail: 'Last-Event-ID must be the id of a message of this stream, such as 42.',
};

function notInQuery(wires: string[]): HttpProblem {
  const findings = wires.map((wire) => ({
    ...inParameters(wire),
    code: 'unknown_parameter',
    detail:
      `This operation takes no query parameters, so ${JSON.stringify(wire)} is none; ` +
      'values go into the path or the body.',
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

/** Converts a query value to its schema's type; what does not fit stays text, which validation refuses. */
function convert(value: string, field: Field | undefined): unknown {
  switch (field?.schema.type) {
    case 'integer':
      return /^-?\d+$/.test(value) ? Math.min(Number(value), Number.MAX_SAFE_INTEGER) : value;
    case 'boolean':
      return value === 'true' || (value === 'false' ? false : value);
    case 'array':
      return value.split(',').map((part) => part.trim());
    default:
      return value;
  }
}

const named = ({ bareList }: Route, body: unknown): unknown =>
  bareList && Array.isArray(body) ? { [bareList]: body } : body;

/** Points faults of a bare list at its entries: `/0/domain`, not `/access_policies/0/domain`. */
export const inTermsOfBody =
  (bareList: string): ErrorRequestHandler =>
  (error, { body }, _response, next) =>
    next(inTermsOf(bareList, body, error));

export function inTermsOf(bareList: string | undefined, body: unknown, error: unknown): unknown {
  if (!bareList || !Array.isArray(body) || !(error instanceof DomainError)) return error;
  const { kind, code, message, extra } = error;
  const findings = extra.findings?.map((finding) => bare(finding, `/${bareList}`));
  return new DomainError(kind, code, message, { ...extra, findings });
}

const bare = ({ pointer, ...finding }: Finding, prefix: string): Finding =>
  pointer === prefix || pointer?.startsWith(`${prefix}/`)
    ? { pointer: pointer.slice(prefix.length), ...finding }
    : { ...(pointer !== undefined && { pointer }), ...finding };
