import { newId } from '@tandem/domain/core/id';
import { Outbox } from '@tandem/domain/core/events/subscriptions';
import { retryUnavailable } from '@tandem/testing/retry-unavailable';
import { eventually } from '@tandem/testing/eventually';
import { asOwner } from '@tandem/testing/temporary-postgres';
import type { Caller, World } from '@tandem/testing/world';
import type { Document } from '../documentation/documented.js';
import { derived } from './derived-kind.js';

/** A kind of record that requests name, and how to create one. `{kind}`: the id of a record of that kind. */
interface KindOfRecord {
  /** Where it is created and, with its id behind, deleted. */
  at?: string;
  body?: object;
  /** For what no POST creates. */
  make?: (records: Records) => Promise<string>;
  /** The field of the answer that names it in paths; `id` where nothing is said. */
  named?: string;
  /** True where its DELETE leaves it readable, or where it has none. */
  stays?: true;
  /** True for names that every tenant has alike. */
  shared?: true;
  /** A name that no record has; an unused id where nothing is said. */
  missing?: string;
}

/** Nobody listens here. */
export const closedPort = 'http://127.0.0.1:65009/';

/** By the path segment before the id: kinds for which the example in the document does not work; see `kindOf`. */
export const kinds: Record<string, KindOfRecord> = {
  agents: { make: (of) => Promise.resolve(of.blueprint), shared: true, missing: 'nobody' },
  'agent-schedules': { at: '/agent-schedules', body: { blueprint: 'echo', cron_expression: '@hourly' } },
  'api-keys': { at: '/api-keys', body: { name: '{word}' }, stays: true },
  apps: {
    at: '/apps',
    body: { slug: '{slug}', name: '{word}', url: closedPort },
    named: 'slug',
    missing: 'no-such-app',
  },
  'by-identifier': { make: (of) => of.identifier(), missing: 'NONE-1', stays: true },
  channels: { at: '/contacts/{contacts}/channels', body: { type: 'email', value: '{word}@example.com' } },
  comments: { at: '/tasks/{tasks}/comments', body: { body: '{word}' } },
  contacts: {
    at: '/contacts',
    body: { display_name: '{word}', channels: [{ type: 'email', value: '{word}@mail.example' }] },
  },
  deals: { at: '/deals', body: { name: '{word}', pipeline_id: '{pipelines}', stage_id: '{stages}' } },
  'integration-keys': { make: (of) => of.provider(), missing: 'mistral' },
  invitations: { at: '/invitations', body: { email: '{word}@example.com' }, stays: true },
  // For its removal from a task, the label is on one.
  labels: { at: '/labels', make: (of) => of.labelOnTask() },
  links: { at: '/tasks/{tasks}/links', body: { entity_type: 'task', entity_id: '{other-tasks}' } },
  members: { make: (of) => of.member(), stays: true },
  notebooks: { at: '/notebooks', body: { name: '{word}' } },
  notes: { at: '/notes', body: { title: '{word}', body: '{word}', notebook_id: '{notebooks}' } },
  // What a link leads to: whoever may read tasks sees the link too.
  'other-tasks': { at: '/tasks', body: { title: '{word}', project_id: '{projects}' } },
  pipelines: { at: '/pipelines', body: { name: '{word}' } },
  projects: { at: '/projects', body: { name: '{word}' } },
  runs: { at: '/agents/{agents}/runs', body: {}, stays: true },
  sections: { at: '/projects/{projects}/sections', body: { name: '{word}' } },
  stages: { at: '/pipelines/{pipelines}/stages', body: { name: '{word}' } },
  statuses: { at: '/projects/{projects}/statuses', body: { name: '{word}', category: 'started' } },
  tasks: { at: '/tasks', body: { title: '{word}', project_id: '{projects}' } },
  tools: { make: (of) => of.tool(), missing: 'no-such-tool' },
  'webhook-deliveries': { make: (of) => of.delivery(), stays: true },
  'webhook-endpoints': { at: '/webhook-endpoints', body: { url: closedPort } },
  'webhook-events': { make: (of) => of.event(), stays: true },
};

export const isKnown = (kind: string) => kind in kinds || derived(kind) !== undefined;

/** How records of a kind come about; one that the document does not tell of needs a line in `kinds`. */
export function kindOf(kind: string): KindOfRecord {
  const found = kinds[kind] ?? derived(kind);
  if (found) return found;
  throw new Error(
    `Nobody knows how to make a record for {id} behind /${kind}/: give POST /${kind} an example, ` +
      'or add a line to kinds in apps/api/test/isolation/records.ts',
  );
}

export const missingOf = (kind: string) => kindOf(kind).missing ?? newId();

/** Related records of one caller, created on demand: the comment belongs to the task, the task to the project. */
export class Records {
  readonly blueprint: string;
  private readonly created = new Map<string, Promise<string>>();
  private readonly deletedIds = new Map<string, Promise<string>>();

  constructor(
    private readonly world: World,
    readonly caller: Caller,
    /** Stands in every name and text of these records. */
    readonly label: string,
    { given = {}, blueprint = 'echo' }: { given?: Record<string, string>; blueprint?: string } = {},
  ) {
    this.blueprint = blueprint;
    for (const [kind, id] of Object.entries(given)) this.created.set(kind, Promise.resolve(id));
  }

  id(kind: string): Promise<string> {
    const created = this.created.get(kind) ?? this.another(kind);
    this.created.set(kind, created);
    return created;
  }

  /** One more, of the same task, project and so on. */
  async another(kind: string): Promise<string> {
    const { at, body, make, named = 'id' } = kindOf(kind);
    if (make) return make(this);
    const { body: created } = await this.post(await this.filled(at!), await this.filled(body ?? {}));
    return created[named] as string;
  }

  /** One that is no longer there, or undefined where none can go. */
  async deleted(kind: string): Promise<string | undefined> {
    const { at, stays } = kindOf(kind);
    if (stays || !at) return undefined;
    const deleted = this.deletedIds.get(kind) ?? this.delete(kind, at);
    this.deletedIds.set(kind, deleted);
    return deleted;
  }

  /** The value with ids and words filled in. */
  async filled<T>(value: T): Promise<T> {
    let text = JSON.stringify(value);
    for (const [placeholder, kind] of text.matchAll(/\{([a-z-]+)\}/g))
      text = text.replace(placeholder, kind === 'word' || kind === 'slug' ? this.unique() : await this.id(kind!));
    return JSON.parse(text) as T;
  }

  async identifier(): Promise<string> {
    // Of a task of its own: others may be moved out of their project, and then have none.
    return (await this.caller.get(`/tasks/${await this.another('tasks')}`)).body.identifier as string;
  }

  async labelOnTask(): Promise<string> {
    const { body } = await this.post('/labels', { name: this.unique(), color: '#d73a4a' });
    await this.post(`/tasks/${await this.id('tasks')}/labels`, { label_id: body.id });
    return body.id as string;
  }

  async provider(): Promise<string> {
    const provider = this.label === 'theirs' ? 'openai' : 'openai-compatible';
    await this.caller.put(`/integration-keys/${provider}`, { key: `sk-${this.unique()}`, base_url: closedPort });
    return provider;
  }

  async member(): Promise<string> {
    return (await this.world.member(this.caller)).memberId;
  }

  /** As a probe of the app's server would find it. */
  async tool(): Promise<string> {
    const app = (await this.caller.get(`/apps/${await this.id('apps')}`)).body.id as string;
    const name = this.unique();
    await asOwner(
      this.world.databaseUrl,
      `insert into app_tools (tenant_id, id, app_id, name,
         definition, definition_hash, accepted_hash, created_at, updated_at)
       values ($1, $2, $3, $4, '{"inputSchema": {"type": "object"}}', repeat('0', 64), repeat('1', 64), now(), now())`,
      [this.caller.tenantId, newId(), app, name],
    );
    return name;
  }

  /** The event of a contact made for it, numbered here or by a worker that is at the tenant already. */
  async event(): Promise<string> {
    const contact = await this.another('contacts');
    return eventually(async () => {
      await this.world.api.container.get(Outbox).relayAcrossTenants();
      const { body } = await this.caller.get('/webhook-events?type=contact.created&limit=100');
      return (body.data as Document[]).find(({ data }) => (data as Document).id === contact)!.id as string;
    });
  }

  /** Made by the recovery, or by a worker that has still to come to the event. */
  async delivery(): Promise<string> {
    const endpoint_id = await this.id('webhook-endpoints');
    await this.event();
    const since = new Date(Date.now() - 60_000).toISOString();
    await this.post('/webhook-events/recover', { since, endpoint_id });
    return eventually(async () => {
      const { body } = await this.caller.get(`/webhook-deliveries?endpoint_id=${endpoint_id}`);
      return body.data[0].id as string;
    });
  }

  private async post(path: string, body: object) {
    const response = await retryUnavailable(() => this.caller.post(path, body));
    if (response.status >= 300) throw new Error(`POST ${path} was refused: ${response.text}`);
    return response;
  }

  private async delete(kind: string, at: string): Promise<string> {
    const id = await this.another(kind);
    const { status, text } = await this.caller.delete(`${await this.filled(at)}/${id}`);
    if (status !== 204) throw new Error(`${kind} cannot be deleted: ${text}`);
    return id;
  }

  private unique(): string {
    return `${this.label}-${newId()}`;
  }
}
