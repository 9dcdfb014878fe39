import type { Method } from '@tandem/testing/world';
import type { Document } from './documented.js';

/** A place of a request that names a record, and the kind of record. */
export interface FieldLocation {
  in: 'path' | 'query' | 'body';
  /** Name of the parameter, or the way into the body; `*` is the first of a list. */
  at: readonly string[];
  /** A key of `kinds`, or what nobody knows how to try. */
  kind: string;
  /** What has to stand beside it. */
  beside?: Record<string, string>;
}

/** One operation of the OpenAPI document, by what a test wants to know. */
export interface Operation {
  /** `post /tasks/{id}/links`. */
  name: string;
  method: Method;
  /** Template below `/api/v1`. */
  path: string;
  /** The scope it needs, such as `tasks:write`. */
  scope: string | undefined;
  /** Its name as a tool, such as `create_task_link`. */
  tool: string | undefined;
  /** The security schemes one of which it takes; `none` where no token is needed. */
  security: string[];
  parameters: Document[];
  body: { schema: Document; example: Document; required: boolean } | undefined;
  statuses: string[];
  locations: FieldLocation[];
}

const prefix = '/api/v1';

/** Every operation of the API; health is no part of it. */
export function operationsOf(document: Document): Operation[] {
  const follow = (part: Document): Document => {
    if (!part.$ref) return part;
    const keys = (part.$ref as string).slice(2).split('/');
    return follow(keys.reduce<Document>((at, key) => at[key] as Document, document));
  };
  return Object.entries<Document>(document.paths as Document).flatMap(([template, methods]) =>
    template.startsWith(prefix)
      ? Object.entries<Document>(methods).map(([method, operation]) =>
          readOperation(method as Method, template.slice(prefix.length), operation, follow),
        )
      : [],
  );
}

type Follow = (part: Document) => Document;

function readOperation(method: Method, path: string, operation: Document, follow: Follow): Operation {
  const parameters = ((operation.parameters ?? []) as Document[]).map(follow);
  const media = operation.requestBody?.content['application/json'] as Document | undefined;
  const schema = media && resolved(media.schema as Document, follow);
  const security = (operation.security as Document[]).flatMap((one) => Object.keys(one).concat(isEmpty(one)));
  return {
    name: `${method} ${path}`,
    method,
    path,
    scope: operation['x-required-scope'] as string | undefined,
    tool: operation['x-mcp-tool'] as string | undefined,
    security: security.length ? security : ['none'],
    parameters,
    body: schema && {
      schema,
      example: media.example as Document,
      required: operation.requestBody.required === true,
    },
    statuses: Object.keys(operation.responses as Document),
    locations: [
      ...pathLocations(path),
      ...parameters.filter(isReferring).flatMap(({ name }) => referring(path, 'query', [name as string])),
      ...bodyLocations(path, schema),
    ],
  };
}

const isEmpty = (requirement: Document) => (Object.keys(requirement).length ? [] : ['none']);

/** The schema without pointers; of several forms the first. */
function resolved(schema: Document, follow: Follow): Document {
  const followed = follow(schema);
  const here = (followed.oneOf?.[0] as Document | undefined) ?? followed;
  const properties = Object.entries<Document>((here.properties ?? {}) as Document);
  return {
    ...here,
    ...(here.items ? { items: resolved(here.items as Document, follow) } : {}),
    ...(properties.length
      ? { properties: Object.fromEntries(properties.map(([name, inner]) => [name, resolved(inner, follow)])) }
      : {}),
  };
}

/** A path names its records by the word before them: `/tasks/{id}` a task. */
function pathLocations(path: string): FieldLocation[] {
  const segments = path.split('/');
  return segments.flatMap((segment, index) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (!name || name === 'entity_type') return [];
    return name === 'entity_id' ? linkLocations('path') : [{ in: 'path', at: [name], kind: segments[index - 1]! }];
  });
}

const isReferring = ({ name, schema, in: at }: Document) =>
  at === 'query' && (schema.format === 'uuid' || /_ids?$/.test(name as string));

/** Free JSON without ids. Bodies inside a batch have their own cases, since each call is an operation. */
const freeOfIds = ['metadata', 'settings', 'input', 'input_template', 'body'];

function bodyLocations(path: string, schema: Document | undefined, at: string[] = []): FieldLocation[] {
  if (schema?.items) return bodyLocations(path, schema.items as Document, [...at, '*']);
  if (!schema?.properties) return schema ? leafLocations(path, schema, at) : [];
  return Object.entries<Document>(schema.properties as Document).flatMap(([key, inner]) =>
    bodyLocations(path, inner, [...at, key]),
  );
}

function leafLocations(path: string, schema: Document, at: string[]): FieldLocation[] {
  const name = nameOf(at);
  const isFree = !schema.type || String(schema.type).split(',').includes('object');
  if (isFree) return freeOfIds.includes(name) ? [] : [{ in: 'body', at, kind: `free JSON ${name}` }];
  return schema.format === 'uuid' || /_ids?$/.test(name) ? referring(path, 'body', at) : [];
}

const nameOf = (at: readonly string[]) => at.filter((key) => key !== '*').at(-1) ?? '';

function referring(path: string, where: 'query' | 'body', at: string[]): FieldLocation[] {
  const name = nameOf(at);
  if (name === 'entity_id' || name === 'linked_id') return linkLocations(where, name);
  const own = path.replace(/^\/exports\/([\w-]+)\.\w+$/, '/$1').split('/')[1]!;
  return [{ in: where, at, kind: name === 'parent_id' ? own : (references[name] ?? name) }];
}

const references: Record<string, string> = {
  actor_id: 'api-keys',
  assignee_id: 'members',
  contact_id: 'contacts',
  contact_ids: 'contacts',
  endpoint_id: 'webhook-endpoints',
  event_id: 'webhook-events',
  label_id: 'labels',
  label_ids: 'labels',
  member_id: 'members',
  notebook_id: 'notebooks',
  notebook_ids: 'notebooks',
  owner_id: 'members',
  parent_comment_id: 'comments',
  pipeline_id: 'pipelines',
  project_id: 'projects',
  project_ids: 'projects',
  resource_id: 'tasks',
  run_id: 'runs',
  schedule_id: 'agent-schedules',
  section_id: 'sections',
  source_id: 'contacts',
  stage_id: 'stages',
  stage_ids: 'stages',
  status_id: 'statuses',
};

/** What links and backlinks may lead to; an event is known outside only. */
const linkable: Record<string, string> = {
  task: 'tasks',
  project: 'projects',
  note: 'notes',
  notebook: 'notebooks',
  contact: 'contacts',
  deal: 'deals',
  pipeline: 'pipelines',
  pipeline_stage: 'stages',
  agent_run: 'runs',
};

const linkLocations = (where: FieldLocation['in'], name = 'entity_id'): FieldLocation[] =>
  Object.entries(linkable).map(([type, kind]) => ({
    in: where,
    at: [name],
    kind,
    beside: { [name.replace('_id', '_type')]: type },
  }));
