import type { RequestHandler } from 'express';
import { DomainError } from '@tandem/domain/core/errors';
import { noTenant, type Scope, systemScope } from '@tandem/domain/core/scope';
import type { Entrance } from '@tandem/platform/feature/feature';
import { bearerOf } from '@tandem/platform/serving/caller';
import type { Edge } from './edge.js';
import { factsOf, type RequestFacts } from './request-context.js';

type Gate = Pick<Edge, 'authenticator' | 'limits'>;

/** An address with too many failures is refused before its token is checked, except for keys that have worked here. */
export const authenticated =
  (at: Entrance, gate: Gate): RequestHandler =>
  async ({ headers: { authorization } }, response, next) => {
    const facts = factsOf(response);
    const known = gate.authenticator.knownScope(at.access, authorization, facts);
    response.locals.scope = known ?? (await lookUp(at, authorization, facts, gate));
    next();
  };

async function lookUp(
  { access, lenient }: Entrance,
  token: string | undefined,
  facts: RequestFacts,
  { authenticator, limits }: Gate,
): Promise<Scope> {
  const ip = facts.ip ?? '';
  if (access === 'public') {
    await limits.publicRequest(ip);
    return systemScope(noTenant, facts);
  }
  // Without a token there is nothing to guess: a lenient route counts as a public page.
  if (lenient && !bearerOf(token)) await limits.publicRequest(ip);
  else
    await limits.mayAuthenticate(ip).catch((refusal: unknown) => {
      if (!authenticator.remembered(token)) throw refusal;
    });
  if (access === 'claim') await limits.claim(ip);
  return authenticator.scopeFor(access, token, facts).catch(async (error: unknown) => {
    if (error instanceof DomainError && error.kind === 'unauthenticated') {
      const counted = limits.failedAuthentication(ip);
      await (lenient ? counted.catch(() => undefined) : counted);
    }
    throw error;
  });
}
