import type { Feature, Route } from '@tandem/platform/feature/feature';
import { sentence } from '@tandem/platform/inputs/input-schema';
import type { Components, Json } from './components.js';
import { failures } from './failures.js';
import { requestShape } from './request-shape.js';
import { successes } from './successes.js';

interface Names {
  id: string;
  tool: string | undefined;
}

export function operation(
  route: Route,
  feature: Feature,
  { id: operationId, tool }: Names,
  components: Components,
): Json {
  const bodyName = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Body`;
  return {
    operationId,
    tags: [feature.name],
    summary: route.summary,
    description: descriptionOf(route),
    security: securityOf(route, components),
    ...(route.access.includes(':') ? { 'x-required-scope': route.access } : {}),
    ...(tool === undefined ? {} : { 'x-mcp-tool': tool }),
    ...requestShape(route, components, bodyName),
    responses: { ...successes(route, components), ...failures(route, components) },
  };
}

function descriptionOf(route: Route): string {
  const kibibytes = (route.bodyLimitBytes ?? 0) / 1024;
  return [
    ...(route.description ? [sentence(route.description)] : []),
    accessOf(route),
    ...(kibibytes ? [`The body may have up to ${kibibytes} KiB.`] : []),
    ...(route.counts ? [`Counted as ${route.counts} in the usage.`] : []),
  ].join('\n\n');
}

function accessOf({ access }: Route): string {
  const reported: Record<string, string> = {
    public: 'Public; no token is required.',
    operator: 'For the operator of the server: the token is OPERATOR_TOKEN. Without that setting the response is 404.',
    authenticated: 'Requires any valid token.',
    claim:
      'The invitation code is accepted as the bearer token. With any other valid token, send the code in the body.',
    lenient: 'A caller without a valid token or right also gets 200; the response reports it.',
  };
  const shown = wide[access.split(':')[0]!];
  return reported[access] ?? `Requires the scope \`${access}\`.${shown ? ` It reveals ${shown}, ${warning}` : ''}`;
}

const wide: Record<string, string> = {
  webhooks: "the content of events about records of every domain that the key's member may read",
  audit: "what happened to records of every domain that the key's member may read, and what changed in them",
};
const warning = 'regardless of the other scopes of the key: grant it as carefully as a scope for all of them.';

const schemes = {
  bearer:
    'An API key of a tenant, or a signed token of the identity provider if the operator of the server set one up. ' +
    'The scope of an operation grants access to all that it returns: `webhooks:*` and `audit:read` reveal the ' +
    "content of events about records of every domain, as far as the key's member may read them.",
  operator: "The operator's token, from the setting OPERATOR_TOKEN.",
  invitation: 'The code of an invitation.',
};

function securityOf({ access }: Route, components: Components): Json[] {
  // Security requirements name a scheme without a pointer.
  const scheme = (name: keyof typeof schemes) => {
    components.ref('securitySchemes', name, () => ({ type: 'http', scheme: 'bearer', description: schemes[name] }));
    return { [name]: [] };
  };
  return (taken[access] ?? ['bearer']).map((name) => (name === 'none' ? {} : scheme(name)));
}

const taken: Record<string, (keyof typeof schemes | 'none')[]> = {
  public: [],
  operator: ['operator'],
  claim: ['invitation', 'bearer'],
  lenient: ['bearer', 'none'],
};
