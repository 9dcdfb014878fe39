import { type Domain, vocabulary } from '@tandem/domain/core/vocabulary';
import { type Feature, isClosed, isStreamed, type Route } from '@tandem/platform/feature/feature';
import { operationIds } from '@tandem/platform/feature/operation-ids';
import { snake } from '@tandem/domain/core/wire-names';

/** By the route's access, unless a feature closes it. Routes that show a secret or change rights are no tools. */
function isTool(route: Route, features: readonly Feature[]): boolean {
  if (route.tool === 'never' || isStreamed(route) || isClosed(route, 'models', features)) return false;
  if (route.access === 'authenticated') return true;
  const [domain, level] = route.access.split(':') as [Domain, string | undefined];
  return level === 'read' || (level === 'write' && vocabulary().domains.get(domain) === 'work');
}

export function toolNames(features: readonly Feature[]): Map<Route, string> {
  const ids = [...operationIds(features.flatMap(({ routes = [] }) => routes))];
  return new Map(ids.filter(([route]) => isTool(route, features)).map(([route, id]) => [route, snake(id)]));
}

/** The domain of rights of a tool; null if any key will do. */
export const domainOf = ({ access }: Route): string | null => (access.includes(':') ? access.split(':')[0]! : null);
