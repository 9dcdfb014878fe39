/** The source of `@tandem/client/operations`: every operation as data, for programs that are made from them. */
export function operationsIn(document) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => describe(document, path, method, operation)),
  );
  const sorted = operations.sort((one, other) => (one.name < other.name ? -1 : 1));
  return `${types}\nexport const operations: readonly Operation[] = JSON.parse(
  ${JSON.stringify(JSON.stringify(sorted))},
) as Operation[];\n`;
}

const types = `// Generated from the OpenAPI document.

export interface Field {
  /** As it is sent. */
  name: string;
  in: 'path' | 'query' | 'body';
  required: boolean;
  /** \`json\` takes any JSON value, or one of several types. */
  type: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array' | 'json';
  nullable: boolean;
  /** Of the items, if it is an array. */
  items?: Field['type'];
  /** Of the value, or of each item. */
  enum?: readonly string[];
  /** Such as \`uuid\`, \`date-time\`, \`date\`, \`int64\`; of the value, or of each item. */
  format?: string;
  default?: unknown;
  /** Is or has a credential: programs do not show it, and do not take it as an argument. */
  secret?: true;
  description?: string;
}

export interface Operation {
  /** \`tasks.create\`: tag and verb, as in the client. */
  name: string;
  tag: string;
  verb: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Template from the root of the server, such as \`/api/v1/tasks/{id}\`. */
  path: string;
  summary: string;
  description?: string;
  /** The scope that it requires, such as \`tasks:write\`. */
  scope?: string;
  /** Path parameters in their order, then query and body; headers are left out. */
  fields: readonly Field[];
  body: 'required' | 'optional' | 'none';
  /** Whether the body may be something other than an object of these fields, such as a bare list. */
  hasOtherBody: boolean;
  response: 'record' | 'page' | 'list' | 'none' | 'chunks' | 'events';
  /** Of the response. */
  mediaType?: string;
  /** Top-level fields of the record, or of each record of a page or list. */
  responseFields: readonly string[];
}
`;

function describe(document, path, method, operation) {
  const follow = (part) => (part?.$ref ? follow(at(document, part.$ref)) : part);
  const { operationId, summary, description, 'x-required-scope': scope, requestBody } = operation;
  const [tag, verb] = operationId.split('.');
  const body = bodyOf(requestBody, follow);
  return {
    ...{ name: operationId, tag, verb, method: method.toUpperCase(), path, summary, description, scope },
    fields: [...parametersOf(operation, follow), ...body.fields],
    body: body.given,
    hasOtherBody: body.hasOther,
    ...responseOf(operation.responses, follow),
  };
}

const at = (document, pointer) =>
  pointer
    .slice(2)
    .split('/')
    .reduce((part, key) => part[key.replaceAll('~1', '/').replaceAll('~0', '~')], document);

const parametersOf = ({ parameters = [] }, follow) =>
  parameters
    .map(follow)
    .filter((parameter) => parameter.in !== 'header')
    .map(({ name, in: location, required = false, description, schema }) => ({
      ...{ name, in: location, required },
      ...valueOf(schema, follow),
      description,
    }));

function bodyOf(requestBody, follow) {
  if (!requestBody) return { given: 'none', hasOther: false, fields: [] };
  const whole = follow(requestBody.content['application/json'].schema);
  const object = [whole, ...(whole.oneOf ?? [])].map(follow).find(({ properties }) => properties);
  const fields = Object.entries(object.properties).map(([name, schema]) => ({
    ...{ name, in: 'body', required: (object.required ?? []).includes(name) },
    ...valueOf(schema, follow),
    secret: isSecret(schema, follow),
    description: schema.description ?? follow(schema).description,
  }));
  return { given: requestBody.required ? 'required' : 'optional', hasOther: whole !== object, fields };
}

function valueOf(pointed, follow) {
  const whole = follow(pointed);
  const forms = (whole.oneOf ?? whole.anyOf ?? [whole]).map(follow);
  const types = forms.flatMap(({ type = 'json' }) => type);
  const type = only(types.filter((one) => one !== 'null'));
  return { type, nullable: types.includes('null'), default: whole.default, ...detailsOf(type, forms, follow) };
}

function detailsOf(type, forms, follow) {
  const [value, ...others] = forms.filter((form) => form.type !== 'null');
  if (others.length) return {};
  if (type !== 'array') return { format: value.format, enum: value.enum?.filter((name) => name !== null) };
  const { type: items, format, enum: names } = valueOf(value.items ?? {}, follow);
  return { items, format, enum: names };
}

/** True or left out. */
const isSecret = (pointed, follow) => {
  const { format, properties = {} } = follow(pointed);
  return format === 'password' || Object.values(properties).some((part) => isSecret(part, follow)) || undefined;
};

const only = (types) => (new Set(types).size === 1 ? types[0] : 'json');

function responseOf(responses, follow) {
  const { content = {} } = follow(Object.entries(responses).find(([status]) => status.startsWith('2'))[1]);
  const [mediaType, media] = Object.entries(content)[0] ?? [];
  if (!mediaType) return { response: 'none', responseFields: [] };
  const fields = (schema) => ({ responseFields: Object.keys(follow(schema).properties ?? {}) });
  if (mediaType === 'text/event-stream') return { response: 'events', mediaType, responseFields: [] };
  if (mediaType !== 'application/json') return { response: 'chunks', mediaType, responseFields: [] };
  const schema = follow(media.schema);
  if (schema.type === 'array') return { response: 'list', mediaType, ...fields(schema.items) };
  if (schema.properties?.next_cursor && schema.properties.data)
    return { response: 'page', mediaType, ...fields(schema.properties.data.items) };
  return { response: 'record', mediaType, ...fields(schema) };
}
