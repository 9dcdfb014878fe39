import { readFileSync } from 'node:fs';
import type { Feature, Route } from '@tandem/platform/feature';
import { apiPrefix } from '../edge.js';
import { about } from './about.js';
import { Components, type Json } from './components.js';
import { healthPaths, healthTag } from './health-operations.js';
import { operation, operationIds } from './operation.js';
import { templateOf } from './request-shape.js';
import { webhooks } from './webhooks.js';

/** The OpenAPI 3.1 description of the API, made from the features' records: nothing of it is written twice. */
export function openapiDocument(features: readonly Feature[]): Json {
  const components = new Components(features.flatMap(viewsOf));
  const paths = { ...featurePaths(features, components), ...healthPaths(components) };
  const received = webhooks(features, components);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tandem',
      version,
      summary: 'The workspace backend where people and AI agents work in tandem',
      description: about,
      contact: { name: 'The operator of this server' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server this document comes from' }],
    tags: [...features.filter(isSeen).map(({ name, summary }) => ({ name, description: summary })), healthTag],
    paths,
    webhooks: received,
    components: components.toJSON(),
  };
}

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const viewsOf = ({ routes = [], publishes = [] }: Feature) => [
  ...routes.flatMap(({ answer }) => answer.view ?? []),
  ...publishes.map(({ view }) => view),
];

const isSeen = ({ routes = [], publishes = [] }: Feature) => routes.length + publishes.length > 0;

/** In the order of their paths; a literal segment comes after a parameter, so that the plain addresses stand first. */
function featurePaths(features: readonly Feature[], components: Components): Record<string, Json> {
  const ids = operationIds(features.flatMap((feature) => feature.routes ?? []));
  const all = features.flatMap((feature) => (feature.routes ?? []).map((route) => ({ route, feature })));
  const paths: Record<string, Json> = {};
  for (const { route, feature } of all.sort((a, b) => compare(rank(a.route), rank(b.route)))) {
    const path = apiPrefix + templateOf(route.path);
    paths[path] = { ...paths[path], [route.method]: operation(route, feature, ids.get(route)!, components) };
  }
  return paths;
}

const rank = ({ path }: Route) => path.replace(/:\w+/g, ' ');
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
