import { type DomainError, forbidden, notFound } from '@tandem/domain/core/errors';
import type { Level, Rights } from '@tandem/domain/core/access/rights';
import type { Domain } from '@tandem/domain/core/vocabulary';
import type { Route } from './route.js';

export const neededFor = ({ access, lenient }: Route) => lenient?.needs ?? access;

/**
 * Why these rights do not suffice for a route; undefined where they do. A record that the caller may not read does not exist for
 * them; one they may read but not change is refused by name of the scope.
 */
export function refusalOf(route: Route, rights: Rights): DomainError | undefined {
  const needed = neededFor(route);
  if (!needed.includes(':')) return undefined;
  const [domain, level] = needed.split(':') as [Domain, Level];
  if (rights.allows(domain, level)) return undefined;
  return !rights.allows(domain, 'read') && route.path.includes(':') ? notFound() : forbidden(needed);
}
