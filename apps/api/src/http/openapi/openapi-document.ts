import { readFileSync } from 'node:fs';
import type { Feature, Route } from '@tandem/platform/feature/feature';
import { vocabularyOf } from '@tandem/platform/feature/feature-vocabulary';
import { apiPrefix } from '../edge.js';
import { about } from './about.js';
import { Components, type Json } from './components.js';
import { healthPaths, healthTag } from './health-operations.js';
import { operation, operationIds } from './operation.js';
import { templateOf } from './request-shape.js';
import { receivedTag, webhooks } from './webhooks.js';

/** The OpenAPI 3.1 description of the API, made from the features' records: nothing of it is written twice. */
export const openapiDocument = (features: readonly Feature[]): Json =>
  // Copied while the features' words are known: open lists of names are filled in as they are read.
  vocabularyOf(features).within(() => structuredClone(describe(features)));

function describe(features: readonly Feature[]): Json {
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
    tags: [...features.filter(({ routes = [] }) => routes.length > 0).map(tagOf), healthTag, receivedTag],
    paths,
    webhooks: received,
    components: components.toJSON(),
  };
}

export const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const viewsOf = ({ routes = [], publishes = [] }: Feature) => [
  ...routes.flatMap(({ answer }) => answer.view ?? []),
  ...publishes.map(({ view }) => view),
];

/** `api-keys` is shown as “API keys”. */
function tagOf({ name, summary }: Feature): Json {
  const words = name.replaceAll('-', ' ').replace(/^api\b/, 'API');
  return { name, 'x-displayName': words.charAt(0).toUpperCase() + words.slice(1), description: summary };
}

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
