import type { Components, Json } from './components.js';

const schemes = {
  bearer:
    'An API key of a tenant, or a signed token of the identity provider where the operator of the server set one up.',
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
