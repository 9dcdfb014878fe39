import { type Finding, invalid } from '@tandem/domain/core/errors';
import { hasBody } from '@tandem/platform/feature/feature';
import { fieldsOf } from '@tandem/platform/inputs/inputs';
import { inBody, inParameters, parseInput, type Locate } from '@tandem/platform/inputs/inputs-parse';
import { HttpProblem } from '../http/http-problem.js';
import { isIdempotencyKey } from '../http/idempotency.js';
import { bodyLimit } from '../http/inputs/read-body.js';
import { type OwnArgument, type Tool, defaultRows } from './tools.js';

type Json = Record<string, unknown>;

export interface Arguments {
  params: Json;
  body: Json | undefined;
  values: Json;
  idempotencyKey: unknown;
  textOffset: unknown;
}

export const withoutNulls = (values: object): Json =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

/** Some models fill in absent arguments: null or an empty cursor. Null is kept where a tool changes something. */
const withoutEmpty = ({ route, accepted }: Tool, sent: Json): Json => {
  const fields = route.method === 'get' ? [...fieldsOf(route.input).values()] : [];
  const meansAbsent = (name: string) =>
    accepted.has(name as OwnArgument) || fields.some(({ wire, nullable }) => wire === name && !nullable);
  const isEmpty = ([wire, value]: [string, unknown]) =>
    (value === null && meansAbsent(wire)) || (value === '' && wire === 'cursor');
  return Object.fromEntries(Object.entries(sent).filter((one) => !isEmpty(one)));
};

export function partArguments(tool: Tool, sent: Json): Arguments {
  const { route, inPath, accepted } = tool;
  const given = withoutEmpty(tool, sent);
  const ofRoute = Object.entries(given).filter(([wire]) => !accepted.has(wire as OwnArgument));
  const ofBody = ofRoute.filter(([wire]) => !inPath.has(wire));
  return {
    params: Object.fromEntries([...inPath].map((wire) => [wire, given[wire]])),
    body: hasBody(route) && ofBody.length ? Object.fromEntries(ofBody) : undefined,
    values: Object.fromEntries(ofRoute),
    idempotencyKey: accepted.has('idempotency_key') ? given.idempotency_key : undefined,
    textOffset: accepted.has('text_offset') ? given.text_offset : undefined,
  };
}

/** Throws all faults of the arguments. A list without a limit has fewer rows than over HTTP. */
export function readArguments({ route, inPath }: Tool, args: Arguments): object {
  if (args.body && Buffer.byteLength(JSON.stringify(args.body)) > bodyLimit(route))
    throw new HttpProblem(413, 'body_too_large', 'The arguments are larger than this operation accepts.');
  const isPaged = route.response.shape === 'page' && fieldsOf(route.input).has('limit');
  const values = isPaged && args.values.limit === undefined ? { ...args.values, limit: defaultRows } : args.values;
  const locate: Locate = (wire) => (hasBody(route) && !inPath.has(wire) ? inBody()(wire) : inParameters(wire));
  const { input, findings } = parseInput(route.input, values, locate);
  const all = [...findings, ...ownFaults(args)];
  if (all.length) throw invalid(all);
  return input;
}

function ownFaults({ idempotencyKey, textOffset }: Arguments): Finding[] {
  const faults: Finding[] = [];
  if (idempotencyKey !== undefined && !isIdempotencyKey(idempotencyKey))
    faults.push({
      parameter: 'idempotency_key',
      code: 'invalid_format',
      detail: 'idempotency_key must be a string of 1 to 255 visible ASCII characters such as order-4711.',
    });
  if (textOffset !== undefined && !(Number.isSafeInteger(textOffset) && (textOffset as number) >= 0))
    faults.push({
      parameter: 'text_offset',
      code: 'invalid_type',
      detail: 'text_offset must be a whole number from 0: "to" in truncated of the previous result.',
    });
  return faults;
}
