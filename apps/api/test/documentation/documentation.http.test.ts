import { describe, expect, it } from '@jest/globals';
import { features } from '@tandem/adapters/features';
import { completed } from '@tandem/platform/feature/completed';
import { type Caller, useWorld } from '@tandem/testing/world';
import { documented, type Document, expectDocumented, partAt, schemaAt } from './documented.js';

interface Layer {
  route?: { path: string };
  handle: { stack?: Layer[] };
}

/** The paths mounted in Express, those of the API without their prefix. */
const mounted = (stack: Layer[]): string[] =>
  stack.flatMap(({ route, handle }) => route?.path ?? mounted(handle.stack ?? []));

const methodsAllowed = (methods: Document) =>
  Object.keys(methods).flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : method.toUpperCase()));

const operations = Object.entries<Document>(documented.paths as Document).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => ({ method, path, operation: methods[method] as Document })),
);

describe('the documentation', () => {
  const world = useWorld();
  const { ada, raw, withKey } = world;

  it('documents the methods of each path, and each path of the features', async () => {
    const paths = Object.entries<Document>(documented.paths as Document).filter(([path]) =>
      path.startsWith('/api/v1/'),
    );
    for (const [path, methods] of paths) {
      const { headers } = await fetch(world.address + path.replaceAll(/\{\w+\}/g, 'x'), { method: 'OPTIONS' });
      expect([path, ...headers.get('allow')!.split(', ')].sort()).toEqual([path, ...methodsAllowed(methods)].sort());
    }
    const routes = completed(features)
      .flatMap((feature) => feature.routes ?? [])
      .map(({ path }) => path.replace(/:(\w+)/g, '{$1}'));
    expect(paths.map(([path]) => path).sort()).toEqual([...new Set(routes)].map((path) => `/api/v1${path}`).sort());
  });

  it('documents what is mounted outside the features, and nothing else', () => {
    const pages = /^\/(api\/v1|metrics|mcp|openapi\.json|docs|docs\/.*|problems\/.*)?$/;
    const ofApi = new Set(
      completed(features)
        .flatMap((feature) => feature.routes ?? [])
        .map(({ path }) => path),
    );
    const { stack } = (world.api.app as unknown as { router: { stack: Layer[] } }).router;
    const others = Object.keys(documented.paths as Document).filter((path) => !path.startsWith('/api/v1/'));
    expect(others.sort()).toEqual(
      mounted(stack)
        .filter((path) => !pages.test(path) && !ofApi.has(path))
        .sort(),
    );
  });

  it('is served as JSON', async () => {
    const response = await raw('get', '/openapi.json');
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toContain('application/json');
    expect(response.body).toEqual(documented);
    expect(response.body.openapi).toMatch(/^3\.1\./);
  });

  it('has a reference served entirely from this server, under a policy that allows no other origin', async () => {
    const page = await raw('get', '/docs');
    expect(page.status).toBe(200);
    expect(page.text).toContain('<title>Tandem API reference</title>');
    expect(page.text).not.toMatch(/<script>|<script [^>]*>[^<]|\son\w+=/);
    const addresses = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]!);
    expect(addresses.length).toBeGreaterThan(3);
    for (const address of ['/docs', '/docs/webhooks', '/problems/not_found', ...addresses]) {
      expect(address).toMatch(/^\/[^/]/);
      const asset = await raw('get', address);
      expect({ address, status: asset.status }).toEqual({ address, status: 200 });
      expect(asset.headers['content-security-policy']).toMatch(/default-src 'self'.*script-src 'self'/);
      if (address !== '/openapi.json') expect(asset.headers['content-security-policy']).not.toMatch(/https?:|\*/);
    }
  });

  it('names every operation, its tag and its problems', () => {
    const tags = (documented.tags as Document[]).map(({ name }) => name as string);
    const ids = operations.map(({ operation }) => operation.operationId as string);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { operation } of operations) {
      expect(operation).toMatchObject({
        summary: expect.stringMatching(/\S/),
        description: expect.stringMatching(/\S/),
      });
      expect(tags).toEqual(expect.arrayContaining(operation.tags as string[]));
    }
  });

  it('has an example for each body and response, and the examples match', () => {
    const locations = operations.flatMap(({ method, path, operation }) => [
      ...(operation.requestBody ? [['paths', path, method, 'requestBody']] : []),
      ...Object.keys(operation.responses as Document).map((status) => ['paths', path, method, 'responses', status]),
    ]);
    const events = Object.keys(documented.webhooks as Document);
    for (const location of [...locations, ...events.map((type) => ['webhooks', type, 'post', 'requestBody'])]) {
      const { part, location: at } = partAt(location);
      for (const [type, media] of Object.entries<Document>((part!.content ?? {}) as Document)) {
        const examples = media.examples ? Object.keys(media.examples as Document) : [];
        const values: unknown[] = examples.length
          ? examples.map((name) => partAt([...at, 'content', type, 'examples', name]).part!.value as unknown)
          : [media.example];
        const validate = schemaAt([...at, 'content', type, 'schema']);
        for (const value of values) {
          validate(value);
          expect({ at, faults: validate.errors ?? [] }).toEqual({ at, faults: [] });
        }
      }
    }
  });

  it('describes each outgoing event with its headers', () => {
    const types = features.flatMap(({ publishes = [] }) => publishes.map(({ type }) => type));
    expect(Object.keys(documented.webhooks as Document).sort()).toEqual([...new Set(types)].sort());
    const headers = (documented.webhooks['task.created'].post.parameters as Document[]).map(({ $ref }) =>
      ($ref as string).split('/').pop()!,
    );
    expect(headers).toEqual(expect.arrayContaining(['webhook-id', 'webhook-timestamp', 'webhook-signature']));
  });

  it('matches real projects, tasks, keys and callers', async () => {
    const project = await ada.post('/projects', { name: 'Website', identifier: 'WEB' });
    expectDocumented(project, 'post', '/projects');
    const task = await ada.post('/tasks', { title: 'Write', project_id: project.body.id, due_date: '2026-12-24' });
    expectDocumented(task, 'post', '/tasks');
    for (const path of [
      '/projects',
      `/projects/${project.body.id}`,
      '/tasks?limit=1',
      `/tasks/${task.body.id}`,
      '/tasks/by-identifier/web-1',
      '/me',
      '/api-keys',
      '/event-types',
      '/audit-log',
      '/webhook-events',
      '/usage',
    ]) {
      const response = await ada.get(path);
      expect({ path, status: response.status }).toEqual({ path, status: 200 });
      expectDocumented(response, 'get', path);
    }
    const key = await ada.post('/api-keys', { name: 'CI', scopes: ['tasks:read'] });
    expectDocumented(key, 'post', '/api-keys');
    const deletion = await ada.delete(`/tasks/${task.body.id}`);
    expectDocumented(deletion, 'delete', `/tasks/${task.body.id}`);
  });

  it('matches real members and invitations', async () => {
    const invited = await ada.post('/invitations', { email: 'grace@example.com', access_policies: [] });
    expectDocumented(invited, 'post', '/invitations');
    const claimed = await ada.post('/invitations/claim', { code: invited.body.code });
    expectDocumented(claimed, 'post', '/invitations/claim');
    const access = `/members/${claimed.body.member.id}/access`;
    const project = await ada.post('/projects', { name: 'Shared' });
    const resource_filter = { project_ids: [project.body.id] };
    const policy = { domain: 'tasks', access_level: 'read', resource_filter };
    expectDocumented(await ada.put(access, { access_policies: [policy] }), 'put', access);
    for (const path of ['/members', access, '/invitations', `/invitations/${invited.body.id}`])
      expectDocumented(await ada.get(path), 'get', path);
  });

  it('matches real problems', async () => {
    const reader = await withKey(ada, { scopes: ['tasks:read'] });
    const task = await ada.post('/tasks', { title: 'Write' });
    const nowhere = '/tasks/019ab1c2-0000-7000-8000-000000000000';
    const cases: [status: number, response: Awaited<ReturnType<Caller['get']>>, method: string, path: string][] = [
      [422, await ada.post('/tasks', { titel: 'x' }), 'post', '/tasks'],
      [404, await ada.get(nowhere), 'get', nowhere],
      [400, await ada.get('/tasks/one'), 'get', '/tasks/one'],
      [400, await ada.get('/tasks?cursor=x'), 'get', '/tasks'],
      [401, await raw('get', '/api/v1/tasks'), 'get', '/tasks'],
      [403, await reader.patch(`/tasks/${task.body.id}`, { title: 'x' }), 'patch', `/tasks/${task.body.id}`],
      [406, await ada.get('/tasks', { accept: 'text/html' }), 'get', '/tasks'],
      [415, await ada.post('/tasks', 'x', { 'content-type': 'text/plain' }), 'post', '/tasks'],
    ];
    for (const [status, response, method, path] of cases) {
      expect({ path, status: response.status }).toEqual({ path, status });
      expectDocumented(response, method, path);
    }
  });

  it('explains each problem on its own page', async () => {
    const { body } = await ada.get('/tasks/019ab1c2-0000-7000-8000-000000000000');
    const page = await raw('get', new URL(body.type as string).pathname);
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.text).toContain('<h1>Not found</h1>');
    expect(page.text).not.toMatch(/(src|href)="(https?:)?\/\//);
  });

  it('has no page for an unknown code', async () => {
    for (const code of ['no_such_code', 'constructor', '%3Cscript%3E']) {
      const response = await raw('get', `/problems/${code}`);
      expect(response.status).toBe(404);
      expect(response.headers['content-type']).toContain('application/problem+json');
    }
  });
});
