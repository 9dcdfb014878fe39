import { type DomainError, forbidden, notFound } from '@tandem/domain/core/errors';
import type { Rights } from '@tandem/domain/core/access/rights';
import type { Feature } from './feature.js';
import type { Route } from './route.js';

export const neededFor = ({ access, lenient }: Route) => lenient?.needs ?? access;

/** 404 for a record that the caller may not read, 403 with the scope for one that they may read but not change. */
export function refusalOf(route: Route, rights: Rights): DomainError | undefined {
  const needed = neededFor(route);
  if (!needed.includes(':') || rights.coversScope(needed)) return undefined;
  const mayRead = rights.coversScope(needed.replace(/:.*/, ':read'));
  return !mayRead && route.path.includes(':') ? notFound() : forbidden(needed);
}

/** Whether a feature closes a route to models or agents, whatever their rights. */
export function isClosed(
  route: Route,
  to: keyof NonNullable<Feature['closedTo']>,
  features: readonly Feature[],
): boolean {
  const [domain, level] = neededFor(route).split(':');
  const concerning = features.filter(({ routes, domains }) => routes?.includes(route) || domain! in (domains ?? {}));
  return concerning.some(
    ({ closedTo }) => closedTo?.[to] === 'all' || (closedTo?.[to] === 'changes' && level !== 'read'),
  );
}
