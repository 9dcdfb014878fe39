import express, { type Router } from 'express';
import { fixedAnswer } from '../http/pages/fixed-answers.js';

/** Metadata for clients without a token (RFC 9728); only with an identity provider. */
export function protectedResource(publicUrl: () => string, issuer: string): Router {
  const handler = fixedAnswer('json', () =>
    JSON.stringify({
      resource: `${publicUrl()}/mcp`,
      authorization_servers: [issuer],
      bearer_methods_supported: ['header'],
      resource_name: 'Tandem',
    }),
  );
  const root = '/.well-known/oauth-protected-resource';
  return express.Router().get([root, `${root}/mcp`], handler);
}
