import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Caller, useWorld } from '@tandem/testing/world';
import { attemptOn } from './attempts.js';
import { request, casesOf, missing, operations, statusOfMissing } from './isolation-cases.js';
import { Records } from './records.js';

const ofProjects = ['projects', 'tasks', 'sections', 'statuses', 'comments', 'links', 'by-identifier'];
const ofNotebooks = ['notebooks', 'notes'];

const cases = casesOf(operations).filter(({ location }) => [...ofProjects, ...ofNotebooks].includes(location.kind));
/** The history covers every record: access to it belongs to its own domain. */
const concerned = cases.filter(({ operation }) => !operation.path.includes('/audit-log'));

/** A caller limited to some notebooks cannot create another. */
const notTheirs = ['post /notebooks filtered'];

describe("records outside a caller's access policies", () => {
  const world = useWorld();
  const { tenant, member } = world;
  let callers: Record<'filtered' | 'uninvited', { caller: Caller; own: Records; hidden: Records; kinds: string[] }>;

  beforeAll(async () => {
    const ada = await tenant();
    const open = new Records(world, ada, 'open');
    const given = {
      projects: await open.id('projects'),
      notebooks: await open.id('notebooks'),
      labels: await open.id('labels'),
    };
    const policies = [
      ...['tasks', 'projects'].map((domain) => ({
        domain,
        access_level: 'write',
        resource_filter: { project_ids: [given.projects] },
      })),
      { domain: 'notes', access_level: 'write', resource_filter: { notebook_ids: [given.notebooks] } },
    ];
    const filtered = await member(ada, policies, 'admin');
    const uninvited = await member(ada, []);
    const secret = (await ada.post('/projects', { name: 'hidden', is_private: true })).body.id as string;
    callers = {
      filtered: {
        caller: filtered,
        own: new Records(world, filtered, 'own', { given }),
        hidden: new Records(world, ada, 'hidden'),
        kinds: [...ofProjects, ...ofNotebooks],
      },
      uninvited: {
        caller: uninvited,
        own: new Records(world, uninvited, 'own', { given }),
        hidden: new Records(world, ada, 'hidden', { given: { projects: secret } }),
        kinds: ofProjects,
      },
    };
  });

  it.each(concerned)('do not exist for $title', async (one) => {
    const { title, operation, location } = one;
    for (const [name, { caller, own, hidden, kinds }] of Object.entries(callers)) {
      const domain = operation.scope?.split(':')[0] ?? '';
      if (!kinds.includes(location.kind) || (name === 'uninvited' && ['members', 'audit'].includes(domain))) continue;
      const puts = [{ location, value: await hidden.id(location.kind) }];
      const expected = await request(caller, operation, own, missing(puts));
      const status = notTheirs.includes(`${operation.name} ${name}`) ? 403 : statusOfMissing(one);
      expect({ title, name, ...expected }).toMatchObject({ title, name, status });
      expect({ title, name, ...(await request(caller, operation, own, puts)) }).toEqual({
        title,
        name,
        ...expected,
      });
    }
  });

  it('are in no list of a domain with a policy', async () => {
    const lists = operations.filter(
      ({ method, path, scope }) =>
        method === 'get' && !path.includes('{') && /^(tasks|projects|notes):/.test(scope ?? ''),
    );
    expect(lists.length).toBeGreaterThan(3);
    for (const { caller, hidden, own, kinds } of Object.values(callers)) {
      const ids = await Promise.all(kinds.map((kind) => hidden.id(kind)));
      for (const operation of lists) {
        const { path } = await attemptOn(operation, own);
        for (const url of [path.startsWith('/exports') ? path : `${path}?limit=100`, `${path}?q=hidden`]) {
          const { status, text } = await caller.get(url);
          expect({ url, status, found: ids.filter((id) => text.includes(id)) }).toEqual({
            url,
            status: 200,
            found: [],
          });
        }
      }
    }
  });
});
