import type { Components, Json } from './components.js';

const schemes = {
  bearer:
    'An API key of a tenant, or a signed token of the identity provider where the operator of the server set one up. Whoever ' +
    'holds the scope of an operation sees what it shows: `webhooks:*` and `audit:read` admit to the content of events about ' +
    "records of every domain, as far as the key's member may read them.",
  operator: "The operator's token, from the setting OPERATOR_TOKEN.",
  invitation: 'The code of an invitation.',
};

export type SchemeName = keyof typeof schemes;

/** Security requirements name a scheme without a pointer. */
export function schemeRef(name: SchemeName, components: Components): string {
  components.ref('securitySchemes', name, (): Json => ({
    type: 'http',
    scheme: 'bearer',
    description: schemes[name],
  }));
  return name;
}
