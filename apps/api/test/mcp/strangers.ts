import type { Client } from '@modelcontextprotocol/client';
import { asOwner } from '@tandem/testing/temporary-postgres';
import type { Caller, World } from '@tandem/testing/world';
import { type Attempt, attemptOn, type Put } from '../isolation/attempts.js';
import { attacksOn, type Case, casesOf, missing, operations } from '../isolation/isolation-cases.js';
import { missingOf, type Records } from '../isolation/records.js';
import type { Operation } from '../documentation/operations.js';
import { connect } from './connecting.js';

type Json = Record<string, unknown>;
export const tools = operations.filter(({ tool }) => tool !== undefined);
export const cases = casesOf(tools);

/** Arguments of a call, and the names of records among them that are tried. */
interface ToolUse {
  args: Json;
  tried: readonly string[];
}

/** One call with what is somebody else's, and one that is to be answered alike. */
export interface Attack {
  title: string;
  tool: string;
  use: ToolUse;
  like?: ToolUse;
}

/** Who attacks, with records of their own, and whose records are named. */
export interface Side {
  caller: Caller;
  own: Records;
  elsewhere: Records;
  theirs: Records;
  /** Kinds of records that are hidden from the caller; all where nothing is said. */
  kinds?: readonly string[];
}

/** Each place of a tool that can name a record, with one that the caller is not to know. */
export async function namingAttacks(
  { own, elsewhere, theirs, kinds }: Side,
  cases: readonly Case[],
): Promise<Attack[]> {
  const attacks: Attack[] = [];
  for (const one of cases) {
    const { title, operation, location } = one;
    if (kinds && !kinds.includes(location.kind)) continue;
    const use = async (puts: readonly Put[]): Promise<ToolUse> => ({
      args: argumentsOf(operation, await attemptOn(operation, own, puts)),
      tried: puts.map(({ value }) => value),
    });
    const unused: Put[] = [{ location, value: missingOf(location.kind) }];
    const tried = kinds
      ? [['hidden', [{ location, value: await theirs.id(location.kind) }], undefined] as const]
      : await attacksOn(one, own, theirs, elsewhere);
    for (const [which, puts, like] of tried)
      attacks.push({
        title: `${title}: ${which}`,
        tool: operation.tool!,
        use: await use(puts),
        like: await use(like ?? (kinds ? missing(puts) : unused)),
      });
  }
  return attacks;
}

/** Every list, asked with words and cursors of somebody else's. */
export async function listAttacks({ own, theirs, kinds }: Side): Promise<Attack[]> {
  const attacks: Attack[] = [];
  for (const operation of tools.filter(({ method }) => method === 'get')) {
    const accepts = (wanted: string) => operation.parameters.some(({ name }) => name === wanted);
    const args = argumentsOf(operation, await attemptOn(operation, own));
    const add = (more: Record<string, string>) =>
      attacks.push({
        title: `${operation.name} ${JSON.stringify(more)}`,
        tool: operation.tool!,
        use: { args: { ...args, ...more }, tried: Object.values(more) },
      });
    add({});
    if (accepts('q')) for (const q of [theirs.label, await theirs.id('tasks'), '%', '_']) add({ q });
    if (!accepts('cursor') || (kinds && !/^(tasks|projects):/.test(operation.scope ?? ''))) continue;
    const { path } = await attemptOn(operation, theirs);
    const { next_cursor: cursor } = (await theirs.caller.get(`${path}${path.includes('?') ? '&' : '?'}limit=1`))
      .body as Json;
    if (cursor) add({ cursor: cursor as string });
  }
  return attacks;
}

/** What an attempt over HTTP says in address, query and body, as one object. */
function argumentsOf({ path: template }: Operation, { path, body }: Attempt): Json {
  const [address, query = ''] = path.split('?') as [string, string?];
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const values = new RegExp(`^${template.replace(/\{\w+\}/g, '([^/]+)')}$`).exec(address)!.slice(1);
  const inPath = Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(values[at]!)]));
  return { ...inPath, ...Object.fromEntries(new URLSearchParams(query)), ...body };
}

/** A way to use a tool, and what it answers but for the names that were tried. */
export type Way = (tool: string, use: ToolUse) => Promise<string>;

/** Every way to call a tool with the caller's key: by name, through the catalogue, structured, in both generations. */
export async function waysOf(world: World, caller: Caller): Promise<{ ways: Way[]; close: () => Promise<unknown> }> {
  const clients = await Promise.all([
    connect(world, caller, { query: '?toolsets=all' }),
    connect(world, caller, { negotiation: { mode: 'auto' } }),
    connect(world, caller, { query: '?structured=true', negotiation: { mode: 'auto' } }),
  ]);
  const through =
    (client: Client): Way =>
    (name, { args, tried }) =>
      said(client, 'call_tool', { args: { name, arguments: args }, tried });
  const [plain, modern, structured] = clients.map(
    (client): Way =>
      (tool, use) =>
        said(client, tool, use),
  );
  return {
    ways: [plain!, modern!, through(clients[1]), structured!],
    close: () => Promise.all(clients.map((client) => client.close())),
  };
}

/** All that an answer holds, but for what differs between any two. */
async function said(client: Client, name: string, { args, tried }: ToolUse): Promise<string> {
  const response = JSON.stringify(await client.callTool({ name, arguments: args }));
  const own = response.replace(/untrusted-data-[0-9a-f]{16}/g, '').replace(/request_id\\*":\\*"[0-9a-f-]{36}/g, '');
  return tried.reduce((text, value) => text.replaceAll(value, '<tried>'), own);
}

/** The ids of everything that a tenant has. */
export async function idsOf(databaseUrl: string, tenantId: string): Promise<Set<string>> {
  const tables = await asOwner<{ name: string }>(
    databaseUrl,
    `select table_name as name
     from information_schema.columns c join information_schema.columns t using (table_schema, table_name)
     where table_schema = 'public' and c.column_name = 'id' and c.data_type = 'uuid' and t.column_name = 'tenant_id'`,
  );
  const parts = tables.map(({ name }) => `select id::text from "${name}" where tenant_id = $1`);
  const rows = await asOwner<{ id: string }>(databaseUrl, parts.join(' union '), [tenantId]);
  return new Set([tenantId, ...rows.map(({ id }) => id)]);
}
