import type { Request } from 'express';
import { DomainError, forbidden, notFound } from '@tandem/domain/core/errors';
import type { Domain, Level } from '@tandem/domain/core/rights';
import { inScope, noTenant, type Scope, systemScope } from '@tandem/domain/core/scope';
import type { Route } from '@tandem/platform/feature/feature';
import { bearerOf } from '@tandem/platform/serving/bearer';
import type { Edge } from './edge.js';
import type { RequestFacts } from './request-facts.js';

/**
 * Turns the token of a request into a Scope. A failure counts against its address, and an address that failed too often is refused
 * before anything is done for it, also with the right token: otherwise its answers would tell which guess was right.
 */
export async function authenticate(route: Route, request: Request, facts: RequestFacts, edge: Edge): Promise<Scope> {
  const { authenticator, limits } = edge;
  const token = request.headers.authorization;
  const ip = facts.ip ?? '';
  if (route.access === 'public') {
    await limits.publicRequest(ip);
    return systemScope(noTenant, facts);
  }
  // Without a token there is nothing to guess: a lenient operation says so however often it is asked.
  if (!route.lenient || bearerOf(token)) await limits.mayAuthenticate(ip);
  try {
    if (route.access === 'operator') return authenticator.operatorScope(token, facts);
    if (route.access === 'claim') {
      await limits.claim(ip);
      return await authenticator.claimScope(token, facts);
    }
    return await authenticator.scope(token, facts);
  } catch (error) {
    if ((error as { kind?: string }).kind === 'unauthenticated') {
      const counted = limits.failedAuthentication(ip);
      // A lenient operation says what is wrong with the token however often it is asked.
      await (route.lenient ? counted.catch(() => undefined) : counted);
    }
    throw error;
  }
}

/** Counts the request of a tenant; the headers that tell what is left. */
export const countRequest = async (scope: Scope, { limits }: Edge): Promise<Record<string, string>> =>
  scope.tenantId === noTenant ? {} : limits.request(scope.actor.id, scope.tenantId, scope.isTest);

/** Lets the caller do what the route does: by their rights, and as often as it may be done. */
export async function permit(route: Route, scope: Scope, edge: Edge, request: Request): Promise<void> {
  await mustHaveRight(route, scope, edge);
  if (route.trial) await edge.limits.trial(scope.tenantId, placeOf(route, request));
}

/** The record that a path names, however its letters are written. */
const placeOf = ({ path }: Route, { params }: Request) =>
  path.replace(/:(\w+)/g, (_, name: string) => String(params[name]).toLowerCase());

/** A record the caller may not read does not exist for them; one they may read but not change is refused by name of the scope. */
async function mustHaveRight(route: Route, scope: Scope, edge: Edge): Promise<void> {
  const needed = route.lenient?.needs ?? route.access;
  if (!needed.includes(':')) return;
  const [domain, level] = needed.split(':') as [Domain, Level];
  if (scope.rights.allows(domain, level)) return;
  const hidden = !scope.rights.allows(domain, 'read') && route.path.includes(':');
  await noteDenial(route, scope, edge);
  throw hidden ? notFound() : forbidden(needed);
}

/** Refusals that a use case decides on are audited like those of the edge. */
export async function auditing<T>(route: Route, scope: Scope, edge: Edge, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'forbidden') await noteDenial(route, scope, edge);
    throw error;
  }
}

async function noteDenial({ method, path, access, lenient }: Route, scope: Scope, { audit }: Edge): Promise<void> {
  if (scope.tenantId !== noTenant)
    await inScope(scope, () => audit.denied({ method, route: path, access: lenient?.needs ?? access }));
}
