import { parametersIn, type Route, hasBody, acceptsIdempotencyKey } from '@tandem/platform/feature/feature';
import { fieldSchema, objectSchema, sentence } from '@tandem/platform/inputs/input-schema';
import { type Field, fieldsOf } from '@tandem/platform/inputs/inputs';
import { snake } from '@tandem/domain/core/wire-names';
import type { JsonSchema } from '@tandem/platform/view/kinds';
import type { Components, Json } from './components.js';
import { exampleOf } from './example-values.js';

export function requestShape(route: Route, components: Components, bodyName: string): Json {
  const inPath = new Set(parametersIn(route.path));
  const fields = [...fieldsOf(route.input).values()];
  const ofPath = fields.filter(({ property }) => inPath.has(snake(property)));
  const others = fields.filter((field) => !ofPath.includes(field));
  const parameters = [
    ...ofPath.map((field) => pathParameter(field)),
    ...(hasBody(route) ? [] : others.map((field) => queryParameter(field))),
    ...(acceptsIdempotencyKey(route) ? headerParameters(components) : []),
    ...(route.resumesAfter ? [lastEventId] : []),
  ];
  return {
    ...(parameters.length ? { parameters } : {}),
    ...(hasBody(route) && others.length ? { requestBody: body(route, others, components, bodyName) } : {}),
  };
}

function body(route: Route, fields: readonly Field[], components: Components, name: string): Json {
  const object = objectSchema(fields);
  const list = fields.find(({ property }) => snake(property) === route.bareList);
  const schema = list ? { oneOf: [object, fieldSchema(list)] } : object;
  const example = route.example ?? bodyExample(object);
  return {
    required: 'required' in object,
    content: {
      'application/json': {
        schema: components.ref('schemas', name, () => ({ ...schema, examples: [example] })),
        ...(route.examples ? { examples: route.examples } : { example }),
      },
    },
  };
}

function bodyExample(schema: JsonSchema): Json {
  const required = (schema.required as string[] | undefined) ?? [];
  const fields = Object.entries(schema.properties as Record<string, JsonSchema>);
  const shown = required.length ? fields.filter(([wire]) => required.includes(wire)) : fields;
  return Object.fromEntries(shown.map(([wire, field]) => [wire, plain(field, wire)]));
}

const plain = (schema: JsonSchema, wire: string) =>
  exampleOf(schema, wire, (name) => {
    throw new Error(`an input refers to ${name}`);
  });

function pathParameter(field: Field): Json {
  const name = snake(field.property);
  const described = field.description ?? (name === 'id' ? 'the id of the record' : `the ${spaced(name)}`);
  return { ...parameter(field, 'path'), description: sentence(described) };
}

function queryParameter(field: Field): Json {
  const list = field.schema.type === 'array' ? { style: 'form', explode: false } : {};
  return { ...parameter(field, 'query'), description: sentence(field.description ?? filterOf(field)), ...list };
}

function filterOf({ property, optional, schema }: Field): string {
  const name = snake(property);
  const [, what, when] = /^(\w+)_(before|after)$/.exec(name) ?? [];
  if (name === 'since') return 'only what happened at or after this instant';
  if (name === 'until') return 'only what happened before this instant';
  if (when) return `only records with ${spaced(what!)} ${when} this instant`;
  if (schema.type === 'array') return `only records with any of these values of ${name}`;
  return optional ? `only records with this ${spaced(name)}` : `the ${spaced(name)}`;
}

function parameter(field: Field, location: 'path' | 'query'): Json {
  const name = snake(field.property);
  const { description: _, ...schema } = fieldSchema({ ...field, nullable: false });
  return {
    name,
    in: location,
    required: location === 'path' || !field.optional,
    schema,
    ...(location === 'path' ? { example: plain(schema, name) } : {}),
  };
}

const spaced = (wire: string) => wire.replaceAll('_', ' ');

const lastEventId = {
  name: 'Last-Event-ID',
  in: 'header',
  description:
    'The id of the last message received: the stream continues after it. Clients send it when they reconnect.',
  schema: { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  example: 42,
};

const headerParameters = (components: Components) => [
  components.ref('parameters', 'IdempotencyKey', () => ({
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes retries of this request safe: for 24 hours, the same key with the same body returns the stored response.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
    example: '2f1c7a0e-order-42',
  })),
  components.ref('parameters', 'RequestId', () => ({
    name: 'X-Request-Id',
    in: 'header',
    description:
      'Your own id for the request, included in the response, the logs and the audit log. Generated if absent.',
    schema: { type: 'string', minLength: 1, maxLength: 128, pattern: '^[\\w-]+$' },
    example: 'req-7d41',
  })),
];
