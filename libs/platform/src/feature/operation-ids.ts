import type { Route } from './route.js';

/** Names operations by their use cases; the second route of one, such as PUT beside PATCH, adds its method. */
export function operationIds(routes: readonly Route[]): Map<Route, string> {
  const ids = new Map<string, Route>();
  for (const route of routes) {
    const name = `${route.run.name.charAt(0).toLowerCase()}${route.run.name.slice(1)}`;
    const byMethod = `${name}By${route.method.charAt(0).toUpperCase()}${route.method.slice(1)}`;
    const id = [name, byMethod].find((candidate) => !ids.has(candidate));
    if (id) ids.set(id, route);
  }
  return new Map([...ids].map(([id, route]) => [route, id]));
}
