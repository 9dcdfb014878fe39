import type { Feature, Route } from '../feature.js';
import { type Fault, faultOf } from './fault.js';

export interface Placed {
  feature: Feature;
  route: Route;
}

export const placedIn = (features: readonly Feature[]): Placed[] =>
  features.flatMap((feature) => (feature.routes ?? []).map((route) => ({ feature, route })));

/** What people call a route. */
export const titleOf = ({ method, path }: Route) => `${method.toUpperCase()} ${path}`;

export const parametersOf = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);

export const routeFault = ({ feature, route }: Placed, what: string): Fault =>
  faultOf(feature, `the route ${titleOf(route)} ${what}`);
