import { currentScope } from '@tandem/domain/core/scope';
import { type Access, type Feature, GET, refusalOf, type Route, streamOf } from '@tandem/platform/feature/feature';
import { ById } from '@tandem/platform/inputs/inputs';
import { type Source, sourceOf } from './exported-lists.js';
import { common, exporting, ndjson, ndjsonExample, ndjsonOf } from './stream-export.js';

interface Person {
  name: string;
  path: string;
  access: Access;
  /** Queries of other features by their paths, with the input that limits them to the person. */
  data: Readonly<Record<string, (id: string) => object>>;
}

const persons: readonly Person[] = [
  {
    name: 'Contact',
    path: '/contacts/:id',
    access: 'contacts:admin',
    data: {
      '/contacts/:id': (id) => ({ id }),
      '/deals': (contactId) => ({ contactId }),
      '/tasks': (id) => ({ linkedType: 'contact', linkedId: id, includeSnoozed: true }),
      '/backlinks/:entity_type/:entity_id': (id) => ({ entityType: 'contact', entityId: id }),
      '/audit-log': (resourceId) => ({ resourceId }),
    },
  },
  {
    name: 'Member',
    path: '/members/:id',
    access: 'members:admin',
    data: {
      '/members/:id': (id) => ({ id }),
      '/members/:id/access': (id) => ({ id }),
      '/deals': (ownerId) => ({ ownerId }),
      '/tasks': (id) => ({ assigneeId: [id], includeSnoozed: true }),
      '/audit-log': (memberId) => ({ memberId }),
    },
  },
];

export function personalDataRoutes(features: readonly Feature[]): Route[] {
  const routes = features.flatMap((feature) => feature.routes ?? []);
  const find = (path: string) => routes.find((route) => route.method === 'get' && route.path === path);
  // Without the feature of the person there is nobody to export.
  return persons.filter(({ path }) => find(path)).map((person) => routeOf(person, find, features));
}

function routeOf(
  { name, path, access, data }: Person,
  find: (path: string) => Route | undefined,
  features: readonly Feature[],
): Route {
  const parts = Object.entries(data).flatMap(([listed, inputOf]) => {
    const route = find(listed);
    return route
      ? [{ route, inputOf, source: sourceOf({ view: route.response.view!, run: route.run }, features) }]
      : [];
  });
  const sources: Source[] = parts.map(({ source }) => source);
  const run = exporting(`Export${name}Data`, sources, ({ id }, readable, exports) => {
    const { rights } = currentScope();
    const shown = readable
      .map((list, i) => ({ ...list, input: parts[i]!.inputOf(id as string) }))
      .filter((_, i) => !refusalOf(parts[i]!.route, rights));
    return ndjsonOf(shown, { filters: {}, resume: undefined }, exports, 'personal-data');
  });
  const who = name.toLowerCase();
  return GET(`${path}/personal-data.ndjson`, access, `Export the personal data of a ${who}`, {
    ...common,
    description:
      `The ${who} and what refers to it, of the types that you may read: the first line names them. ` +
      'See [personal data](/docs/personal-data).',
    input: ById as never,
    run,
    response: streamOf(ndjson),
    streamExample: ndjsonExample(who),
  });
}
