import type { Tool as ShownTool } from '@modelcontextprotocol/server';
import type { Rights } from '@tandem/domain/core/access/rights';
import {
  type RouteResponse,
  type Feature,
  parametersIn,
  refusalOf,
  type Route,
  acceptsIdempotencyKey,
} from '@tandem/platform/feature/feature';
import { objectSchema, sentence } from '@tandem/platform/inputs/input-schema';
import { fieldsOf } from '@tandem/platform/inputs/inputs';
import type { JsonSchema } from '@tandem/platform/view/kinds';
import { snake } from '@tandem/domain/core/wire-names';
import type { Edge } from '../http/edge.js';
import { RoutePerformer } from '../http/perform-route.js';
import { lean, type Rewrite, rewriteOf } from './lean-schema.js';
import { outputSchema } from './output-schema.js';
import { domainOf, toolNames } from './tool-rule.js';

/** Default page size: smaller than over HTTP, since a model reads every row. */
export const defaultRows = 20;
const maxDescriptionLength = 1024;

export interface Tool {
  name: string;
  route: Route;
  domain: string | null;
  performer: RoutePerformer;
  accepted: ReadonlySet<OwnArgument>;
  inPath: ReadonlySet<string>;
  shown: ShownTool;
  outputSchema: JsonSchema;
}

export type OwnArgument = 'idempotency_key' | 'text_offset';

const ownArguments: Record<OwnArgument, JsonSchema> = {
  idempotency_key: {
    type: 'string',
    maxLength: 255,
    description: 'The same value to retry the same intent, a new one for a new intent.',
  },
  text_offset: {
    type: 'integer',
    minimum: 0,
    description: 'Where long texts continue: `to` in `truncated` of the previous result.',
  },
};

export function toolsOf(features: readonly Feature[], edge: Edge): Map<string, Tool> {
  const names = toolNames(features);
  const rewrite = rewriteOf(names);
  const tools = [...names].map(([route, name]) => toolOf(route, name, edge, rewrite));
  tools.sort((a, b) => (a.name < b.name ? -1 : 1));
  return new Map(tools.map((tool) => [tool.name, tool]));
}

export const isOpenTo = ({ route }: Tool, rights: Rights) => refusalOf(route, rights) === undefined;

function toolOf(route: Route, name: string, edge: Edge, rewrite: Rewrite): Tool {
  const inPath = new Set(parametersIn(route.path));
  const accepted = ownArgumentsOf(route);
  return {
    name,
    route,
    domain: domainOf(route),
    performer: new RoutePerformer(route, edge),
    accepted,
    inPath,
    shown: {
      name,
      title: route.summary,
      description: rewrite(describe(route)),
      inputSchema: inputSchema(route, accepted, rewrite),
      annotations: {
        readOnlyHint: route.method === 'get',
        destructiveHint: route.method === 'delete',
        idempotentHint: ['get', 'put', 'delete'].includes(route.method),
        openWorldHint: route.outside ?? false,
      },
    },
    outputSchema: outputSchema(route.response as RouteResponse<unknown>),
  };
}

function ownArgumentsOf(route: Route): Set<OwnArgument> {
  const known = [...fieldsOf(route.input).values()].map(({ property }) => snake(property));
  const accepted = new Set<OwnArgument>();
  if (acceptsIdempotencyKey(route)) accepted.add('idempotency_key');
  if (route.method === 'get' && route.response.shape === 'one') accepted.add('text_offset');
  return new Set([...accepted].filter((own) => !known.includes(own)));
}

function describe({ summary, description }: Route): string {
  const text = [summary, ...(description ? [description] : [])].map(sentence).join(' ');
  return text.length > maxDescriptionLength ? `${text.slice(0, maxDescriptionLength - 1)}…` : text;
}

function inputSchema(route: Route, accepted: ReadonlySet<OwnArgument>, rewrite: Rewrite): ShownTool['inputSchema'] {
  const schema = lean(objectSchema([...fieldsOf(route.input).values()]), rewrite) as JsonSchema;
  const properties = schema.properties as Record<string, JsonSchema>;
  if (route.response.shape === 'page' && properties.limit)
    Object.assign(properties.limit, { default: defaultRows, description: 'Rows per page.' });
  // The length of a cursor is of no use to a model.
  delete properties.cursor?.maxLength;
  for (const own of accepted) properties[own] = ownArguments[own];
  return schema as ShownTool['inputSchema'];
}
