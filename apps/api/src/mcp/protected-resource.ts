import express, { type Router } from 'express';
import { fixedAnswer } from '../http/pages/fixed-answers.js';

/** What clients without a token look for (RFC 9728); only where an identity provider gives tokens that are taken here. */
export function protectedResource(publicUrl: () => string, issuer: string): Router {
  const answer = fixedAnswer('json', () =>
    JSON.stringify({
      resource: `${publicUrl()}/mcp`,
      authorization_servers: [issuer],
      bearer_methods_supported: ['header'],
      resource_name: 'Tandem',
    }),
  );
  const root = '/.well-known/oauth-protected-resource';
  return express.Router().get([root, `${root}/mcp`], answer);
}
