import type { Route } from './route.js';

/** Names operations by their verbs; the second route of one verb, such as PUT beside PATCH, adds its method. */
export function operationIds(routes: readonly Route[]): Map<Route, string> {
  const taken = new Set<string>();
  const ids = new Map<Route, string>();
  for (const route of routes) {
    const verb = `${route.run.name.charAt(0).toLowerCase()}${route.run.name.slice(1)}`;
    const byMethod = `${verb}By${route.method.charAt(0).toUpperCase()}${route.method.slice(1)}`;
    const id = [verb, byMethod].find((candidate) => !taken.has(candidate));
    if (!id) throw new Error(`no name is left for ${route.method} ${route.path}: its verb has routes of that method`);
    taken.add(id);
    ids.set(route, id);
  }
  return ids;
}
