import { type Domain, vocabulary } from '@tandem/domain/core/vocabulary';
import type { Route } from '@tandem/platform/feature/feature';
import { operationIds } from '@tandem/platform/feature/operation-ids';
import { snake } from '@tandem/domain/core/wire-names';

/** Keys and secrets never pass through a model, not even their names. */
const closed: readonly string[] = ['api_keys', 'integration_keys'];
/** Which servers a tenant talks to is for people to decide. */
const forReading: readonly string[] = ['apps'];

/**
 * Whether models may use a route as a tool: by its access, so that a team's own routes are tools by the same rule. What shows a
 * secret once or changes who may do what is none.
 */
export function isTool({ access, tool }: Route): boolean {
  if (tool === 'never') return false;
  if (access === 'authenticated') return true;
  const [domain, level] = access.split(':') as [Domain, string | undefined];
  if (closed.includes(domain)) return false;
  const isWork = vocabulary().domains.get(domain) === 'work' && !forReading.includes(domain);
  return level === 'read' || (level === 'write' && isWork);
}

/** The tools among the routes with their names: those of the operations, in snake_case. */
export const toolNames = (routes: readonly Route[]): Map<Route, string> =>
  new Map([...operationIds(routes)].filter(([route]) => isTool(route)).map(([route, id]) => [route, snake(id)]));

/** The domain of rights that a tool belongs to; null where any key will do. */
export const domainOf = ({ access }: Route): string | null => (access.includes(':') ? access.split(':')[0]! : null);
