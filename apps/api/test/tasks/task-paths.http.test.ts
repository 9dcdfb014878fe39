import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { features } from '@tandem/adapters/features';
import { Tasks } from '@tandem/domain/tasks/tasks.port';
import { fieldsOf } from '@tandem/platform/inputs/inputs';
import { type Caller, useWorld } from '@tandem/testing/world';
import type { Operation } from '../documentation/operations.js';
import { attemptOn, send } from '../isolation/attempts.js';
import { operations } from '../isolation/isolation-cases.js';
import { Records } from '../isolation/records.js';
import { call, connect } from '../mcp/connecting.js';

/** Records of any type are named by their ids alone, with `entity_type` beside. */
const isOfTask = ({ in: where, kind, beside }: Operation['locations'][number]) =>
  where === 'path' && kind === 'tasks' && !beside;
const ofTasks = operations.filter(({ locations }) => locations.some(isOfTask));

interface Named {
  id: string;
  identifier: string;
  former: string;
}

describe('paths with the id of a task', () => {
  const world = useWorld();
  const { ada, other } = world;
  let client: Awaited<ReturnType<typeof connect>>;
  let project: Record<'home' | 'away', string>;

  beforeAll(async () => {
    const create = async (name: string) => (await ada.post('/projects', { name })).body.id as string;
    project = { home: await create('Home'), away: await create('Away') };
    client = await connect(world, ada, { query: '?toolsets=tasks' });
  });

  afterAll(() => client.close());

  /** A task that has moved, with all the records that the operation needs. */
  const prepared = async ({ path, locations }: Operation) => {
    const { id, identifier: former } = (await ada.post('/tasks', { title: 'x', project_id: project.away }))
      .body as Named;
    const { identifier } = (await ada.post(`/tasks/${id}/move`, { project_id: project.home })).body as Named;
    const records = new Records(world, ada, 'own', { given: { projects: project.home, tasks: id } });
    for (const location of locations.filter(({ in: where }) => where === 'path')) await records.id(location.kind);
    if (path.endsWith('/restore')) await ada.delete(`/tasks/${id}`);
    return { records, task: { id, identifier, former } };
  };

  const overHttp = async (operation: Operation, nameOf: (task: Named) => string, caller: Caller = ada) => {
    const { records, task } = await prepared(operation);
    const puts = operation.locations.filter(isOfTask).map((location) => ({ location, value: nameOf(task) }));
    const { status, body } = await send(caller, operation, await attemptOn(operation, records, puts));
    return { name: operation.name, isDone: status < 300, code: body?.code as string | undefined };
  };

  const overMcp = async (operation: Operation, nameOf: (task: Named) => string) => {
    const { records, task } = await prepared(operation);
    const { body } = await attemptOn(operation, records);
    const args: Record<string, unknown> = { ...body };
    for (const location of operation.locations.filter(({ in: where }) => where === 'path'))
      args[location.at[0]!] = isOfTask(location) ? nameOf(task) : await records.id(location.kind);
    const { isError, value } = await call(client, operation.tool!, args);
    return { name: operation.name, isDone: !isError, code: value.code };
  };

  const lower = ({ identifier }: Named) => identifier.toLowerCase();
  const former = (task: Named) => task.former;

  it('are those whose input takes an identifier', () => {
    const routes = features.flatMap(({ routes = [] }) => routes);
    const accepting = routes.filter(({ input }) => fieldsOf(input).get('id')?.directory === Tasks);
    const names = accepting.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    expect(names.sort()).toEqual(ofTasks.map(({ name }) => name).sort());
    expect(names.length).toBeGreaterThanOrEqual(20);
  });

  it.each(ofTasks)('accept a current or former identifier in any letter case: $name', async (operation) => {
    const byId = await overHttp(operation, ({ id }) => id);
    expect(byId.isDone || byId.code === 'task_not_recurring').toBe(true);
    expect(await overHttp(operation, lower)).toEqual(byId);
    expect(await overHttp(operation, former)).toEqual(byId);
    expect(operation.tool).toEqual(expect.any(String));
    expect(await overMcp(operation, lower)).toEqual(byId);
    expect(await overMcp(operation, former)).toEqual(byId);
  });

  it.each(ofTasks)('do not accept identifiers of another tenant: $name', async (operation) => {
    const refused = { name: operation.name, isDone: false, code: 'not_found' };
    expect(await overHttp(operation, lower, other)).toEqual(refused);
    expect(await overHttp(operation, former, other)).toEqual(refused);
  });
});
