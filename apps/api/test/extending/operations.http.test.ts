import { describe, expect, it } from '@jest/globals';
import { isForRuns } from '@tandem/domain/agents/attempts/run-operations';
import { Operations } from '@tandem/domain/core/operations';
import { Rights } from '@tandem/domain/core/access/rights';
import { inScope, systemScope } from '@tandem/domain/core/scope';
import { features } from '@tandem/adapters/features';
import { toolNames } from '@tandem/api/mcp/tool-rule';
import { openapiDocument } from '@tandem/api/http/openapi/openapi-document';
import type { Feature } from '@tandem/platform/feature/feature';
import { FeatureOperations } from '@tandem/platform/feature/feature-operations';
import { vocabularyOf } from '@tandem/platform/feature/feature-vocabulary';
import { snake } from '@tandem/domain/core/wire-names';
import { tandem } from '@tandem/testing/tandem';
import { useWorld } from '@tandem/testing/world';
import type { Document } from '../documentation/documented.js';
import { operationsOf } from '../documentation/operations.js';
import { withRoute } from './mistakes.js';
import { widgets } from './widgets.feature.js';

/** Which programs may use an operation, with a custom feature beside Tandem's own. */
function usersOf(name: string, team: Feature = widgets): string[] {
  const all = [...features, team];
  return vocabularyOf(all).within(() => {
    const operation = new FeatureOperations(all, () => null as never).list.find((one) => one.name === name)!;
    return [
      ...(isForRuns(operation) ? ['agents'] : []),
      ...([...toolNames(all).values()].includes(name) ? ['models'] : []),
    ];
  });
}

describe('operations that programs may use', () => {
  it.each([
    ['create_task', ['agents', 'models']],
    ['list_members', ['agents', 'models']],
    ['update_member', []],
    ['list_invitations', ['models']],
    ['create_invitation', []],
    ['start_run', ['models']],
    ['create_schedule', ['models']],
    ['list_events', ['models']],
    ['list_audit_entries', ['models']],
    ['list_app_tools', ['models']],
    ['accept_app_tool', []],
    ['list_api_keys', []],
    ['verify_integration_key', []],
    ['create_widget', ['agents', 'models']],
  ])('%s: %p', (name, users) => expect(usersOf(name)).toEqual(users));

  it('depend on what their feature closes, not on their names', () => {
    const named = withRoute({ run: class ListWidgetInvitations {} }) as Feature;
    expect(usersOf('list_widget_invitations', named)).toEqual(['agents', 'models']);
    const guarded: Feature = { ...widgets, closedTo: { agents: 'changes', models: 'all' } };
    expect([usersOf('list_widgets', guarded), usersOf('create_widget', guarded)]).toEqual([['agents'], []]);
  });
});

describe('operations', () => {
  const world = useWorld();
  const { ada } = world;

  /** Performs one as an agent of Ada's tenant, in a scope with these rights. */
  const perform = (name: string, args: object, rights = Rights.full): Promise<Document> =>
    tandem.within(() =>
      inScope(systemScope(ada.tenantId, { rights }), async () => {
        const operations = world.api.container.get(Operations);
        const run = await operations.prepare(name, args as Document);
        return (await run()) as Document;
      }),
    );

  it('are the operations of the documentation, with parameters and body in one object', () => {
    const document: Document = openapiDocument(features);
    const written = Object.values<Document>(document.paths as Document).flatMap((methods) =>
      Object.values<Document>(methods),
    );
    const names = written.map(({ operationId }) => snake(operationId as string));
    const list = tandem.within(() => new FeatureOperations(features, () => null as never).list);
    expect(list.length).toBeGreaterThan(100);
    expect(list.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([]);
    const isStreamed = ({ path, method }: { path: string; method: string }) => {
      const { content } = (document.paths[`/api/v1${path}`][method].responses['200'] ?? {}) as { content?: object };
      return content && !('application/json' in content);
    };
    for (const { path, method, parameters, body } of operationsOf(document).filter((one) => !isStreamed(one))) {
      const { operationId } = document.paths[`/api/v1${path}`][method] as { operationId: string };
      const { inputSchema } = list.find(({ name }) => name === snake(operationId))!;
      const named = parameters.filter((one) => one.in !== 'header').map(({ name }) => name as string);
      const fields = Object.keys((body?.schema.properties ?? {}) as object);
      expect({ operationId, names: Object.keys((inputSchema as Document).properties).sort() }).toEqual({
        operationId,
        names: [...named, ...fields].sort(),
      });
    }
  });

  it('have the effect of their routes', async () => {
    const created = await perform('create_task', { title: 'From an agent', priority: 'high' });
    expect(created).toMatchObject({ title: 'From an agent', priority: 'high' });
    const { body } = await ada.get(`/tasks/${created.id}`);
    expect(body).toEqual(created);
    expect(await perform('get_task', { id: created.id.toUpperCase() })).toEqual(created);
    expect((await perform('list_tasks', { limit: 1 })).data).toEqual([created]);
    expect(await perform('delete_task', { id: created.id })).toBeNull();
    expect((await ada.get(`/tasks/${created.id}`)).status).toBe(404);
  });

  it('refuse what their routes refuse, with every fault', async () => {
    await expect(perform('create_task', { title: '', prioriti: 'x', estimation_minutes: -1 })).rejects.toMatchObject({
      kind: 'invalid',
      extra: { findings: [{ pointer: '/prioriti' }, { pointer: '/title' }, { pointer: '/estimation_minutes' }] },
    });
    await expect(perform('create_task', { title: 'a\u0000b' })).rejects.toMatchObject({ code: 'invalid_text' });
    await expect(perform('drop_tables', {})).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('require the same right as their routes', async () => {
    const reader = new Rights('member', [], ['tasks:read']);
    await expect(perform('create_task', { title: 'x' }, reader)).rejects.toMatchObject({ code: 'insufficient_scope' });
    await expect(perform('get_note', { id: ada.tenantId }, reader)).rejects.toMatchObject({ code: 'not_found' });
  });
});
