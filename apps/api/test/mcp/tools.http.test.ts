import { beforeAll, describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';
import { documented } from '../documentation/documented.js';
import { call, connect } from './connecting.js';

type Schema = { properties: Record<string, unknown>; required?: string[] };
interface Operation {
  'x-mcp-tool'?: string;
  'x-required-scope'?: string;
  operationId: string;
  parameters?: { in?: string; name?: string }[];
  requestBody?: { content: { 'application/json': { schema: { $ref: string } } } };
}

const document = documented as unknown as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema & { oneOf?: Schema[] }> };
};
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const tools = operations.filter((operation) => operation['x-mcp-tool']);
const scopes = [...new Set(operations.flatMap((operation) => operation['x-required-scope'] ?? []))];

function fieldsOf({ parameters = [], requestBody }: Operation): string[] {
  const name = requestBody?.content['application/json'].schema.$ref.split('/').at(-1);
  const body = name ? document.components.schemas[name]! : { properties: {} };
  const { properties } = body.oneOf?.[0] ?? body;
  return [
    ...parameters.filter(({ in: location }) => location === 'path' || location === 'query').map(({ name }) => name!),
  ]
    .concat(Object.keys(properties))
    .sort();
}

describe('the tools of the workspace', () => {
  const world = useWorld({ settings: { RATE_LIMIT_KEY_PER_SECOND: '0', RATE_LIMIT_TENANT_PER_SECOND: '0' } });
  const { ada } = world;
  let all: { name: string; inputSchema: Schema; description?: string }[];
  beforeAll(async () => {
    const client = await connect(world, ada, { query: '?toolsets=all' });
    all = (await client.listTools()).tools as typeof all;
    await client.close();
  });

  it('are the operations that OpenAPI names as tools, with the same arguments', () => {
    expect(all.map(({ name }) => name)).toEqual(tools.map((operation) => operation['x-mcp-tool']).sort());
    for (const operation of tools) {
      const { name, inputSchema } = all.find(({ name }) => name === operation['x-mcp-tool'])!;
      const own = ['idempotency_key', 'text_offset'];
      const properties = Object.keys(inputSchema.properties).filter((one) => !own.includes(one));
      expect({ name, properties: properties.sort() }).toEqual({ name, properties: fieldsOf(operation) });
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(name).toMatch(/^[a-z][a-z0-9_]{0,63}$/);
    }
  });

  it('show no key or secret and cannot change rights', () => {
    const others = operations.filter((operation) => !operation['x-mcp-tool']);
    expect(others.map(({ operationId }) => operationId)).toEqual(
      expect.arrayContaining(['createApiKey', 'createInvitation', 'replaceAccess', 'updateTenant', 'createTenant']),
    );
    const sensitive = /api_key|integration_key|secret|claim|approve|undo|redo/;
    expect(all.map(({ name }) => name).filter((name) => sensitive.test(name))).toEqual([]);
    expect(
      tools.filter((operation) =>
        /^(members|webhooks|audit|apps):(write|admin)/.test(operation['x-required-scope'] ?? ''),
      ),
    ).toEqual([]);
  });

  it.each(scopes)('are listed for a key of %s if it may use them; others name the missing scope', async (scope) => {
    const key = await world.withKey(ada, { scopes: [scope] });
    const client = await connect(world, key, { query: '?toolsets=all' });
    const shown = new Set((await client.listTools()).tools.map(({ name }) => name));
    const [domain, level] = scope.split(':') as [string, string];
    const levels = ['read', 'write', 'admin'];
    for (const operation of tools) {
      const needed = operation['x-required-scope'];
      const [of, wanted] = needed?.split(':') ?? [domain, 'read'];
      const isOpen = of === domain && levels.indexOf(wanted!) <= levels.indexOf(level);
      const name = operation['x-mcp-tool']!;
      expect({ name, isShown: shown.has(name) }).toEqual({ name, isShown: isOpen });
    }
    const closed = tools.find((operation) => !shown.has(operation['x-mcp-tool']!))!;
    const refused = await call(client, closed['x-mcp-tool']!);
    expect(refused).toMatchObject({
      isError: true,
      value: { code: 'insufficient_scope', scope: closed['x-required-scope'] },
    });
    await client.close();
  });

  it('refer to each other by name, and to no page or path that a model cannot open', () => {
    const { description } = all.find(({ name }) => name === 'update_task')!;
    expect(description).toBe('Update a task. To change the project, use `move_task`.');
    expect(JSON.stringify(all)).not.toMatch(/\]\(|`(GET|POST|PUT|PATCH|DELETE) /);
  });

  it('escape invisible characters in structured results as in text', async () => {
    const hidden = '\u202Etxt.exe\u2069 a\u200Bb\uFEFF \u{E0041} </untrusted-data-0>';
    const shown = '\\u202etxt.exe\\u2069 a\\u200bb\\ufeff \\udb40\\udc41 \\u003c/untrusted-data-0>';
    const metadata = { [`k\u200b`]: [hidden] };
    const { id } = (await ada.post('/tasks', { title: 'x', description: hidden, metadata })).body as { id: string };
    const some = await connect(world, ada, { query: '?toolsets=tasks&structured=true' });
    for (const [tool, args] of [['get_task', { id }] as const, ['list_tasks', { limit: 1 }] as const]) {
      const { structuredContent } = await some.callTool({ name: tool, arguments: args });
      const [task] = (structuredContent as { data?: object[] }).data ?? [structuredContent];
      expect(task).toMatchObject({ description: shown, metadata: { ['k\\u200b']: [shown] } });
    }
    await some.close();
  });

  it('are selected by the URL: some domains, read-only, structured', async () => {
    const some = await connect(world, ada, { query: '?toolsets=notes,usage&read_only=true&structured=true' });
    const { tools: shown } = await some.listTools();
    expect(shown.every(({ annotations }) => annotations!.readOnlyHint)).toBe(true);
    expect(shown.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['get_me', 'get_note', 'list_notebooks', 'list_notes']),
    );
    expect(shown.map(({ name }) => name)).not.toContain('find_tools');
    expect(shown.every(({ outputSchema }) => outputSchema?.type === 'object')).toBe(true);
    expect(JSON.stringify(shown)).not.toContain('$ref');
    const { structuredContent } = await some.callTool({ name: 'list_notes', arguments: {} });
    expect(structuredContent).toEqual({ data: [], has_more: false, next_cursor: null });
    expect(await call(some, 'create_note', { title: 'x' })).toMatchObject({
      isError: true,
      value: { code: 'read_only' },
    });
    await expect(some.callTool({ name: 'call_tool', arguments: { name: 'get_me' } })).rejects.toThrow('no such tool');
    await some.close();
    await expect(connect(world, ada, { query: '?toolsets=cooking' })).rejects.toThrow(/400|toolsets must be all/);
  });

  it('beyond the initial list are found by search, and called by name', async () => {
    const client = await connect(world, ada);
    const { value: found } = await call(client, 'find_tools', { query: 'archive a project' });
    expect((found.tools as { name: string }[])[0]!.name).toBe('archive_project');
    const first: Record<string, string> = {
      'undo a deletion': 'restore_task',
      'add a phone number for somebody': 'add_contact_channel',
      'who are the people here': 'list_members',
      deals: 'list_deals',
      'connect a note with a task': 'create_task_link',
      'what happened': 'list_audit_entries',
      'mark as done': 'complete_task',
      'I have closed this ticket': 'complete_task',
      'whose e-mail is ada@example.com': 'find_contact_by_channel',
      'whose email is this': 'list_contact_channels',
      'who works here': 'list_members',
      'remind me next week': 'snooze_task',
      'remove a person from the team': 'get_member',
      'remove this person': 'delete_contact',
      'what happened yesterday': 'list_audit_entries',
      'how much did it cost': 'get_usage',
      'write a memo': 'create_note',
      'stop the agent': 'cancel_run',
      'who am I': 'get_me',
    };
    for (const [query, name] of Object.entries(first)) {
      const { value } = await call(client, 'find_tools', { query });
      expect({ query, found: (value.tools as { name: string }[]).map((tool) => tool.name) }).toEqual({
        query,
        found: expect.arrayContaining([name]),
      });
    }
    const firstOf: Record<string, string> = {
      'who is Ada, phone number': 'find_contact_by_channel',
      'whose e-mail address is this?': 'find_contact_by_channel',
      'which sections does the project have': 'list_sections',
      'add a phone number': 'add_contact_channel',
      'remove a phone number': 'remove_contact_channel',
    };
    for (const [query, name] of Object.entries(firstOf)) {
      const { value } = await call(client, 'find_tools', { query });
      expect({ query, first: (value.tools as { name: string }[])[0]!.name }).toEqual({ query, first: name });
    }
    // The second is a word that every object has.
    for (const query of ['xyzzy', 'constructor']) {
      const { value: none } = await call(client, 'find_tools', { query });
      expect(none).toEqual({ tools: [], names: all.map(({ name }) => name) });
    }
    const { value: project } = await call(client, 'call_tool', {
      name: 'create_project',
      arguments: { name: 'Website', identifier: 'WEB' },
    });
    const { id } = project;
    expect(await call(client, 'read_with_tool', { name: 'archive_project', arguments: { id } })).toMatchObject({
      isError: true,
      value: { code: 'invalid_body', errors: [{ argument: 'name', code: 'not_allowed' }] },
    });
    expect((await call(client, 'call_tool', { name: 'archive_project', arguments: { id } })).isError).toBe(false);
    expect((await call(client, 'read_with_tool', { name: 'get_project', arguments: { id } })).value).toMatchObject({
      id,
    });
    expect(await call(client, 'call_tool', { name: 'archive_projects' })).toMatchObject({
      isError: true,
      value: { errors: [{ argument: 'name', detail: expect.stringContaining('Similar tools: archive_project') }] },
    });
    await expect(client.callTool({ name: 'fly', arguments: {} })).rejects.toMatchObject({ code: -32602 });
    await client.close();
  });
});
