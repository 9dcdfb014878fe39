import express, { type Router } from 'express';
import { fixedResponse } from '../http/pages/fixed-responses.js';
import { refuseChanges } from '../http/refuse-method.js';

/** Metadata for clients without a token (RFC 9728); only with an identity provider. */
export function protectedResource(publicUrl: () => string, issuer: string): Router {
  const handler = fixedResponse('json', () =>
    JSON.stringify({
      resource: `${publicUrl()}/mcp`,
      authorization_servers: [issuer],
      bearer_methods_supported: ['header'],
      resource_name: 'Tandem',
    }),
  );
  const root = '/.well-known/oauth-protected-resource';
  const paths = [root, `${root}/mcp`];
  return express.Router().get(paths, handler).all(paths, refuseChanges);
}
