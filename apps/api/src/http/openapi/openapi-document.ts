import { readFileSync } from 'node:fs';
import { completed } from '@tandem/platform/feature/completed';
import { type Feature, type Route, templateOf, viewsOf } from '@tandem/platform/feature/feature';
import { operationIds } from '@tandem/platform/feature/operation-ids';
import { vocabularyOf } from '@tandem/platform/feature/feature-vocabulary';
import { apiPrefix } from '../edge.js';
import { KnownProblems } from '../problem-codes.js';
import { Components, type Json } from './components.js';
import { toolNames } from '../../mcp/tool-rule.js';
import { healthPaths, healthTag } from './health-operations.js';
import { nameEnums } from './named-enums.js';
import { operation } from './operation.js';
import { receivedTag, webhooks } from './webhooks.js';

export const openapiDocument = (features: readonly Feature[]): Json =>
  // Copied within the features' vocabulary: some lists of names are evaluated when they are read.
  nameEnums(vocabularyOf(features).within(() => structuredClone(describe(completed(features)))));

function describe(features: readonly Feature[]): Json {
  const components = new Components(features.flatMap(viewsOf), new KnownProblems(features));
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
    servers: [{ url: '/', description: 'The server that serves this document' }],
    tags: [...features.filter(({ routes = [] }) => routes.length > 0).map(tagOf), healthTag, receivedTag],
    paths: { ...featurePaths(features, components), ...healthPaths(components) },
    webhooks: webhooks(features, components),
    components: components.toJSON(),
  };
}

export const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

function tagOf({ name, summary }: Feature): Json {
  const text = name.replaceAll('-', ' ').replace(/^api\b/, 'API');
  return { name, 'x-displayName': text.charAt(0).toUpperCase() + text.slice(1), description: summary };
}

function featurePaths(features: readonly Feature[], components: Components): Record<string, Json> {
  const all = features.flatMap((feature) => (feature.routes ?? []).map((route) => ({ route, feature })));
  const ids = operationIds(all.map(({ route }) => route));
  const tools = toolNames(features);
  const paths: Record<string, Json> = {};
  for (const { route, feature } of all.sort((a, b) => compare(rank(a.route), rank(b.route)))) {
    const path = apiPrefix + templateOf(route.path);
    paths[path] = {
      ...paths[path],
      [route.method]: operation(route, feature, { id: ids.get(route)!, tool: tools.get(route) }, components),
    };
  }
  return paths;
}

const rank = ({ path }: Route) => path.replace(/:\w+/g, ' ');

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

const about = `
Tasks, projects, notes, contacts and agent runs for many tenants, as a JSON API. New here? [Getting \
started](/docs/getting-started) takes five minutes. All [guides](/docs/guides): [the TypeScript client](/docs/client), \
[the command line](/docs/command-line), [connecting an agent](/docs/agents), [rights](/docs/rights), \
[lists and repeats](/docs/lists-and-repeats), [sorting and \
filtering](/docs/sorting-and-filtering), [search](/docs/search), [batches](/docs/batches), [exports](/docs/exports), \
[personal data](/docs/personal-data), [errors](/docs/errors), [links in notes](/docs/links), [deals](/docs/deals), \
[recurring tasks](/docs/recurrence), [cron](/docs/cron), [blueprints](/docs/blueprints), \
[input templates](/docs/input-templates), [models](/docs/models), [receiving \
webhooks](/docs/webhooks), [streaming events](/docs/event-stream).

**Authentication.** Send \`Authorization: Bearer <API key>\`. A record of another tenant, or one you may not see, \
is reported as missing.

**Fields.** Names are snake_case. Ids are UUIDs, instants are RFC 3339 in UTC, dates are \`YYYY-MM-DD\`. Every field \
of a record is always present, \`null\` if it has no value; new fields may be added to responses. Unknown fields in \
requests are refused. In a PATCH, absent fields stay unchanged and \`null\` clears a field. A free-form JSON object, \
such as \`metadata\`, is merged into the existing one by the same rule, member by member (RFC 7396).

**Lists.** A page is \`{data, has_more, next_cursor}\`, newest first. Pass \`next_cursor\` as \`cursor\`, with the \
same filters, until \`has_more\` is false.

**Retries.** With an \`Idempotency-Key\`, a POST or PATCH can be safely retried for 24 hours.

**Limits.** \`RateLimit-Policy\` and \`RateLimit\` report the limits and what remains; beyond them the response is \
429 with \`Retry-After\`. Bodies are limited to 256 KiB unless an operation says otherwise.

**Problems.** Every failure is \`application/problem+json\` (RFC 9457) with a stable \`code\`; \`type\` is the \
URL of a page that explains it. A method that a path does not support gets 405 with \`Allow\`.

**Agents.** \`POST /mcp\` offers AI agents most operations as Model Context Protocol tools; \`x-mcp-tool\` is the name \
of the tool. See [connecting an agent](/docs/agents).
`.trim();
