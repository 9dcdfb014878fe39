import { newId } from '@tandem/domain/core/id';
import type { Caller } from '@tandem/testing/world';
import type { Response } from 'supertest';
import type { Document } from '../documentation/documented.js';
import type { Operation, FieldLocation } from '../documentation/operations.js';
import { closedPort, type Records } from './records.js';

/** A request that an operation would take, but for what a test puts in its places. */
export interface Attempt {
  path: string;
  body: Document | undefined;
}

/** Bodies for which the documented example does not do: it names records, hosts or times. */
const bodies: Record<string, (of: Records) => Promise<Document>> = {
  'post /api-keys': async () => ({ name: 'CI', scopes: ['api_keys:read'] }),
  'post /apps': async () => ({ slug: 'billing', name: 'Billing', url: closedPort }),
  'post /apps/{slug}/tools/{name}/accept': async () => ({}),
  'post /contacts/{id}/merge': async (of) => ({ source_id: await of.another('contacts') }),
  'post /deals': async (of) => ({
    name: 'Website',
    pipeline_id: await of.id('pipelines'),
  }),
  'post /deals/{id}/move': async (of) => ({ stage_id: await of.id('stages') }),
  'post /invitations': async () => ({
    email: `${newId()}@example.com`,
    access_policies: [{ domain: '*', access_level: 'write' }],
  }),
  'post /invitations/claim': async () => ({ code: 'inv_nobody' }),
  'post /pipelines/{id}/stages/reorder': async (of) => {
    const { body } = await of.caller.get(`/pipelines/${await of.id('pipelines')}`);
    return { stage_ids: (body.stages as { id: string }[]).map(({ id }) => id).reverse() };
  },
  'post /tasks': async (of) => ({ title: 'Write', project_id: await of.id('projects') }),
  'post /tasks/{id}/labels': async (of) => ({ label_id: await of.id('labels') }),
  'post /tasks/{id}/links': async (of) => ({ entity_type: 'task', entity_id: await of.another('tasks') }),
  'post /tasks/{id}/snooze': async () => ({ until: new Date(Date.now() + 86_400_000).toISOString() }),
  'post /webhook-endpoints': async () => ({ url: closedPort }),
  'post /webhook-events/recover': async () => ({ since: new Date(Date.now() - 60_000).toISOString() }),
  'put /integration-keys/{provider}': async () => ({ key: 'sk-0123456789', base_url: closedPort }),
  'put /members/{id}/access': async () => ({ access_policies: [{ domain: '*', access_level: 'write' }] }),
};

/** What a list needs to be asked for. */
const queries: Record<string, string> = {
  'get /search': 'q=nothing',
  'get /contacts/find-by-channel': 'channel_type=email&channel_value=nobody@example.com',
};

/** A value for one of the operation's places. */
export interface Put {
  location: FieldLocation;
  value: string;
}

/** The operation on records of one caller, but for what is put in some of its places. */
export async function attemptOn(operation: Operation, of: Records, puts: readonly Put[] = []): Promise<Attempt> {
  const { name, body, locations } = operation;
  let path = operation.path;
  for (const { location, value } of puts.filter(({ location }) => location.in === 'path'))
    path = fill(path, location, value);
  for (const location of locations.filter((location) => location.in === 'path' && path.includes(`{${location.at[0]}}`)))
    path = fill(path, location, await of.id(location.kind));
  const query = puts
    .filter(({ location }) => location.in === 'query')
    .flatMap(({ location: { at, beside }, value }) => Object.entries({ [at[0]!]: value, ...beside }))
    .map(([parameter, value]) => `${parameter}=${value}`);
  const search = [...(queries[name] ? [queries[name]] : []), ...query].join('&');
  const given = body && (await (bodies[name]?.(of) ?? body.example));
  return { path: search ? `${path}?${search}` : path, body: puts.reduce(putInBody, given) };
}

const fill = (path: string, { at, beside = {} }: FieldLocation, value: string) =>
  Object.entries({ ...beside, [at[0]!]: value }).reduce(
    (text, [name, to]) => text.replace(`{${name}}`, encodeURIComponent(to)),
    path,
  );

const putInBody = (body: Document | undefined, { location, value }: Put): Document | undefined =>
  location.in === 'body' ? (set({ ...body, ...location.beside }, location.at, value) as Document) : body;

function set(value: unknown, [key, ...rest]: readonly string[], to: string): unknown {
  if (key === undefined) return to;
  if (key === '*') {
    const [first, ...others] = (value ?? []) as unknown[];
    return [set(first, rest, to), ...others];
  }
  const object = (value ?? {}) as Document;
  return { ...object, [key]: set(object[key], rest, to) };
}

export function send(caller: Caller, { method }: Operation, { path, body }: Attempt): Promise<Response> {
  if (method === 'get' || method === 'delete') return caller[method](path);
  return caller[method](path, body);
}

/** An export without what differs between any two. */
const withoutRun = (text: string) =>
  text.replace(/("sequence":)\d+(,"started_at":)"[^"]+"/, '$1<any>$2<any>').replace(/("sha256":)"\w+"/, '$1<any>');

const ofThisRequest = ['instance', 'request_id'];

/** What an answer says, without what differs between any two requests. */
export function said({ status, text, headers }: Response, ...tried: string[]) {
  const shown = tried.reduce((reported, value) => reported.replaceAll(value, '<tried>'), withoutRun(text));
  const parsed: unknown = status >= 400 ? JSON.parse(shown) : shown;
  const body =
    typeof parsed === 'object'
      ? Object.fromEntries(Object.entries(parsed!).filter(([key]) => !ofThisRequest.includes(key)))
      : parsed;
  return { status, body, type: headers['content-type'] as string, challenge: headers['www-authenticate'] as string };
}
