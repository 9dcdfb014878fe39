import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect } from '@jest/globals';
import type { Response } from 'supertest';
import { features } from '@tandem/adapters/features';
import { openapiDocument } from '@tandem/api/http/openapi/openapi-document';
import { unclearTexts } from './unclear-texts.js';

/* eslint-disable @typescript-eslint/no-explicit-any -- a JSON document is walked by its keys */
export type Document = Record<string, any>;

const identity = 'https://tandem.example/openapi.json';
export const addFormats = formats as unknown as (ajv: Ajv2020) => void;

/** The OpenAPI document as a caller reads it. */
export const documented = JSON.parse(JSON.stringify(openapiDocument(features))) as Document;

/** Views must name every field: an answer with one more than its schema is a fault of the view. */
function strict(document: Document): Document {
  const copy = structuredClone(document);
  for (const [name, schema] of Object.entries<Document>(copy.components.schemas as Document))
    if (schema.properties && !['Problem', 'EventEnvelope'].includes(name)) schema.additionalProperties ??= false;
  return copy;
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addSchema({ ...strict(documented), $id: identity });

const compiled = new Map<string, ValidateFunction>();

/** Checks values by the schema at a place of the document, such as `['components', 'schemas', 'Task']`. */
export function schemaAt(location: readonly (string | number)[]): ValidateFunction {
  const pointer = location.map((key) => encodeURIComponent(String(key).replaceAll('~', '~0').replaceAll('/', '~1')));
  const $ref = `${identity}#/${pointer.join('/')}`;
  const known = compiled.get($ref) ?? ajv.compile({ $ref });
  compiled.set($ref, known);
  return known;
}

/** The part of the document at a place; references are followed, and the place of the part itself is told. */
export function partAt(location: readonly (string | number)[]): { part: Document | undefined; location: string[] } {
  let part: any = documented;
  let at: string[] = [];
  for (const key of location) {
    part = part?.[key];
    at = [...at, String(key)];
    if (part?.$ref && key !== 'schema') ({ part, location: at } = partAt((part.$ref as string).slice(2).split('/')));
  }
  return { part, location: at };
}

const segments = (path: string) => path.split('/');
const isParameter = (segment: string) => segment.startsWith('{');

/** The template that an address belongs to; literal segments win. */
export function templateOf(path: string): string | undefined {
  const requested = segments(path);
  const fitting = Object.keys(documented.paths as Document).filter((template) => {
    const own = segments(template);
    return (
      own.length === requested.length && own.every((segment, at) => isParameter(segment) || segment === requested[at])
    );
  });
  return fitting.sort((a, b) => segments(a).filter(isParameter).length - segments(b).filter(isParameter).length)[0];
}

/** The answer is one that the OpenAPI document describes for this operation; the path is below `/api/v1`. */
export function expectDocumented(response: Response, method: string, path: string): void {
  const requested = `${method.toUpperCase()} ${path} -> ${response.status}`;
  const template = templateOf(`/api/v1${path.split('?')[0]}`);
  const { part: documentedResponse, location } = partAt([
    'paths',
    template ?? '',
    method.toLowerCase(),
    'responses',
    response.status,
  ]);
  if (!documentedResponse) throw new Error(`${requested} is not documented: ${JSON.stringify(response.body)}`);
  for (const name of ['X-Request-Id', 'Location'])
    if (name in documentedResponse.headers && (name !== 'Location' || response.status === 201))
      expect({ requested, [name]: response.headers[name.toLowerCase()] }).toEqual({
        requested,
        [name]: expect.any(String),
      });
  if (!documentedResponse.content) return expect({ requested, text: response.text }).toEqual({ requested, text: '' });
  const type = response.headers['content-type']!.split(';')[0]!;
  expect({ requested, types: Object.keys(documentedResponse.content as Document) }).toEqual({
    requested,
    types: [type],
  });
  const validate = schemaAt([...location, 'content', type, 'schema']);
  validate(response.body);
  expect({ requested, faults: validate.errors ?? [], body: response.body }).toEqual({
    requested,
    faults: [],
    body: response.body,
  });
  if (type === 'application/problem+json') {
    expect({ requested, unclear: unclearTexts(response.body, segments(path)) }).toEqual({
      requested,
      unclear: [],
    });
    expect({ requested, codes: Object.keys(documentedResponse.content[type].examples as Document) }).toEqual({
      requested,
      codes: expect.arrayContaining([response.body.code]),
    });
  }
}
