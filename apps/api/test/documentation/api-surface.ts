import { operations } from '@tandem/client/operations';
import { type Document, documented } from './documented.js';

const schemas = Object.entries<Document>(documented.components.schemas as Document);
const named = new Map(operations.map(({ name, method, path }) => [`${method} ${path}`, name]));

function follow(part: Document): Document {
  if (!part.$ref) return part;
  const keys = (part.$ref as string).slice(2).split('/');
  return follow(keys.reduce<Document>((at, key) => at[key] as Document, documented));
}

/** `string(uuid)`, `TaskState|null`, `Task[]`. */
function typeOf(schema: Document): string {
  const forms = (schema.oneOf ?? schema.anyOf ?? schema.allOf) as Document[] | undefined;
  if (forms) return forms.map(typeOf).join(schema.allOf ? '&' : '|');
  if (schema.$ref) return (schema.$ref as string).split('/').pop()!;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const types = [schema.type ?? 'any'].flat().join('|');
  if (schema.items) return types.replace('array', `${typeOf(schema.items as Document)}[]`);
  if (schema.properties) return objectOf(schema);
  return types + formatOf(schema);
}

/** `password` permits the same values. */
const formatOf = ({ format }: Document) => (format && format !== 'password' ? `(${format})` : '');

function objectOf({ properties }: Document): string {
  if (properties.next_cursor && properties.data) return `page of ${typeOf(properties.data as Document)}`;
  const fields = Object.entries<Document>(properties as Document);
  return `{${fields.map(([name, inner]) => `${name}: ${typeOf(inner)}`).join(', ')}}`;
}

function ofOperation(method: string, path: string, operation: Document): string[] {
  const name = named.get(`${method.toUpperCase()} ${path}`)!;
  const body = operation.requestBody?.content['application/json'].schema as Document | undefined;
  const responses = Object.entries<Document>(operation.responses as Document);
  const parameters = ((operation.parameters ?? []) as Document[]).map(follow);
  return [
    `operation ${name} ${method.toUpperCase()} ${path}${body ? ` takes ${typeOf(body)}` : ''}`,
    ...parameters.map(
      (one) =>
        `parameter ${name} ${one.in} ${one.name} ${typeOf(one.schema as Document)}${one.required ? ' required' : ''}`,
    ),
    ...responses.flatMap(([status, response]) => ofResponse(name, status, response)),
  ];
}

function ofResponse(name: string, status: string, response: Document): string[] {
  const [[type, media] = ['nothing', {} as Document]] = Object.entries<Document>(
    (follow(response).content ?? {}) as Document,
  );
  if (status < '400')
    return [`answer ${name} ${status} ${type}${media.schema ? ` ${typeOf(media.schema as Document)}` : ''}`];
  // Those of many operations are listed once, under the name of the response.
  const codes = (media.schema?.allOf?.[1].properties.code.enum ?? []) as string[];
  return response.$ref
    ? codes.map((code) => `problem ${(response.$ref as string).split('/').pop()} ${status} ${code}`)
    : codes.map((code) => `problem ${name} ${status} ${code}`);
}

const ofSchema = ([name, schema]: [string, Document]): string[] => [
  ...((schema.enum ?? []) as string[]).map((value) => `${name === 'ProblemCode' ? 'code' : `value ${name}`} ${value}`),
  ...Object.entries<Document>((schema.properties ?? {}) as Document).map(([field, inner]) => {
    const isRequired = ((schema.required ?? []) as string[]).includes(field);
    return `field ${name}.${field} ${typeOf(inner)}${isRequired ? ' required' : ''}`;
  }),
];

/** What clients may rely on, each on a line. */
export function surface(): string[] {
  const lines = [
    ...Object.entries<Document>(documented.paths as Document).flatMap(([path, methods]) =>
      Object.entries<Document>(methods).flatMap(([method, operation]) => ofOperation(method, path, operation)),
    ),
    ...schemas.flatMap(ofSchema),
    ...Object.entries<Document>(documented.webhooks as Document).map(
      ([type, { post }]) => `event ${type} ${typeOf(post.requestBody.content['application/json'].schema as Document)}`,
    ),
  ];
  return [...new Set(lines)].sort();
}

/** The lines that are gone or narrower, or that ask more of requests than before. */
export function breaking(before: readonly string[], after: readonly string[]): string[] {
  const [known, current] = [new Set(before), new Set(after)];
  const isOfRequest = (line: string) => /^(parameter|field \w+Body\.)/.test(line);
  const gone = before.filter(
    (line) => !current.has(line) && !(isOfRequest(line) && current.has(line.replace(/ required$/, ''))),
  );
  const owners = new Set(before.map(ownerOf));
  const demanded = after.filter(
    (line) => !known.has(line) && isOfRequest(line) && line.endsWith(' required') && owners.has(ownerOf(line)),
  );
  return [...new Set([...gone, ...demanded])];
}

/** The operation of a parameter, or the body of a field. */
const ownerOf = (line: string) => line.split(/[ .](?=\S)/, line.startsWith('parameter') ? 3 : 2).join(' ');
