import { beforeAll, describe, expect, it } from '@jest/globals';
import { Tandem } from '@tandem/client';
import { operations } from '@tandem/client/operations';
import { useWorld } from '@tandem/testing/world';
import { attemptOn, type Put } from '../isolation/attempts.js';
import { Records } from '../isolation/records.js';
import { documented } from './documented.js';
import { type Operation, operationsOf } from './operations.js';

type Call = (options: object, style: { responseStyle: 'fields' }) => Promise<{ data: unknown; response: Response }>;

const named = new Map(
  operations.map((operation) => [`${operation.method.toLowerCase()} ${operation.path}`, operation]),
);
const all = operationsOf(documented).filter(({ path }) => path !== '/events/stream');

/** The parameters of a filled path. */
function partsOf(template: string, path: string) {
  const [filled = '', search = ''] = path.split('?');
  const values = filled.split('/');
  const inPath = template.split('/').flatMap((segment, at) => {
    const name = /^\{(\w+)\}/.exec(segment)?.[1];
    return name ? [[name, decodeURIComponent(values[at]!)]] : [];
  });
  return {
    path: Object.fromEntries(inPath) as object,
    query: Object.fromEntries(new URLSearchParams(search)) as object,
  };
}

describe('the generated client', () => {
  const world = useWorld();
  const { ada, operator } = world;
  const shared = new Records(world, ada, 'shared');
  const clientOf = ({ key }: { key: string }) => new Tandem({ apiKey: key, baseUrl: world.address, maxRetries: 0 });

  /** Records for which those of `Records` do not do. */
  const special: Record<string, (of: Records) => Promise<string | undefined>> = {
    'post /tasks/{id}/skip': async () => {
      const recurring = { title: 'Water the plants', due_date: '2026-12-24', rrule: 'FREQ=DAILY' };
      return (await clientOf(ada).tasks.create({ body: recurring })).id;
    },
    ...Object.fromEntries(
      all
        .filter(({ path }) => path.endsWith('/restore'))
        .map(({ name, locations }) => [name, (of: Records) => of.deleted(locations[0]!.kind)]),
    ),
  };

  const placesOf = async ({ name, locations }: Operation, of: Records): Promise<Put[]> => {
    const [location] = locations;
    const value = await special[name]?.(of);
    if (value) return [{ location: location!, value }];
    if (location?.in !== 'path' || !location.beside) return [];
    return [{ location, value: await of.id(location.kind) }];
  };

  const recordsFor = async ({ method, path }: Operation) => {
    if (path === '/tenants/{id}') {
      const { tenantId } = await world.tenant('Another');
      return new Records(world, ada, 'own', { given: { tenants: tenantId } });
    }
    return method === 'get' ? shared : new Records(world, ada, 'own');
  };

  const invitation = { email: 'bo@example.com', access_policies: [] };
  const bodies: Record<string, () => Promise<object>> = {
    'post /invitations/claim': async () => {
      const { code } = await clientOf(ada).invitations.create({ body: invitation });
      return { code };
    },
  };

  beforeAll(async () => {
    const channels = [{ type: 'email' as const, value: 'nobody@example.com' }];
    await clientOf(ada).contacts.create({ body: { display_name: 'Nobody', channels } });
  });

  it.each(all)('performs $name', async (operation) => {
    const { name, method, path: template } = operation;
    const { tag, verb } = named.get(`${method} /api/v1${template}`)!;
    const of = await recordsFor(operation);
    const attempt = await attemptOn(operation, of, await placesOf(operation, of));
    const body = (await bodies[name]?.()) ?? attempt.body;
    const calls = clientOf(operation.security.includes('operator') ? operator : ada)[tag as 'tasks'];
    const call = (calls as unknown as Record<string, Call>)[verb]!;
    const { data, response } = await call.call(
      calls,
      { ...partsOf(template, attempt.path), body },
      { responseStyle: 'fields' },
    );
    expect(operation.statuses).toContain(String(response.status));
    if (data instanceof ReadableStream) expect(await new Response(data).text()).toMatch(/\n$/);
  });

  it('performs get /events/stream', async () => {
    const id = await shared.id('webhook-events');
    for await (const event of clientOf(ada).events.stream({}, { after: 0 })) if (event.id === id) break;
  });
});
