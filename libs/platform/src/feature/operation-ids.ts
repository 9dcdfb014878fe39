import type { Route } from './route.js';

/**
 * Names operations by their verbs; the second route of a verb, such as PUT beside PATCH, adds its method. A further one has no name:
 * `checkFeatures` refuses it.
 */
export function operationIds(routes: readonly Route[]): Map<Route, string> {
  const ids = new Map<string, Route>();
  for (const route of routes) {
    const verb = `${route.run.name.charAt(0).toLowerCase()}${route.run.name.slice(1)}`;
    const byMethod = `${verb}By${route.method.charAt(0).toUpperCase()}${route.method.slice(1)}`;
    const id = [verb, byMethod].find((candidate) => !ids.has(candidate));
    if (id) ids.set(id, route);
  }
  return new Map([...ids].map(([id, route]) => [route, id]));
}
