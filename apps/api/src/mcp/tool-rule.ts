import { type Domain, vocabulary } from '@tandem/domain/core/vocabulary';
import type { Feature, Route } from '@tandem/platform/feature/feature';
import { operationIds } from '@tandem/platform/feature/operation-ids';
import { isClosed } from '@tandem/platform/feature/permit';
import { snake } from '@tandem/domain/core/wire-names';

/**
 * Whether models may use a route as a tool: by its access, so that a team's own routes are tools by the same rule, unless a feature
 * closes it. What shows a secret once or changes who may do what is none.
 */
function isTool(route: Route, features: readonly Feature[]): boolean {
  if (route.tool === 'never' || isClosed(route, 'models', features)) return false;
  if (route.access === 'authenticated') return true;
  const [domain, level] = route.access.split(':') as [Domain, string | undefined];
  return level === 'read' || (level === 'write' && vocabulary().domains.get(domain) === 'work');
}

/** The tools among the routes with their names: those of the operations, in snake_case. */
export function toolNames(features: readonly Feature[]): Map<Route, string> {
  const ids = [...operationIds(features.flatMap(({ routes = [] }) => routes))];
  return new Map(ids.filter(([route]) => isTool(route, features)).map(([route, id]) => [route, snake(id)]));
}

/** The domain of rights that a tool belongs to; null where any key will do. */
export const domainOf = ({ access }: Route): string | null => (access.includes(':') ? access.split(':')[0]! : null);
