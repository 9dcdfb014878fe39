import { snake } from '@tandem/domain/core/wire-names';
import type { Exported, Feature, Route } from '@tandem/platform/feature/feature';
import { parametersIn } from '@tandem/platform/feature/feature';
import type { View } from '@tandem/platform/view/view';

export interface Source extends Exported {
  /** Of the records, as in the types of their events: `task.comment`. */
  type: string;
}

export interface ListRoute {
  route: Route;
  source: Source;
}

/** The lists of the tenant's records; not those of another record's parts, or of what is no record of a tenant. */
export const exportedLists = (features: readonly Feature[]): ListRoute[] =>
  features
    .flatMap(({ routes = [] }) => routes.filter(isList))
    .map((route) => ({ route, source: sourceOf({ view: route.response.view!, run: route.run }, features) }));

/** Everything: each list, and the parts of records after the lists of their feature. */
export const exportedByWorkspace = (features: readonly Feature[]): ListRoute['source'][] =>
  features.flatMap((feature) => [
    ...exportedLists([feature]).map(({ source }) => sourceOf(source, features)),
    ...(feature.exports ?? []).map((part) => sourceOf(part, features)),
  ]);

function isList({ method, path, access, response: { shape, view } }: Route): boolean {
  const isOfRecords = view !== null && 'tenant_id' in view.fields;
  return method === 'get' && ['page', 'list'].includes(shape) && isOfRecords && access.includes(':') && isBare(path);
}

const isBare = (path: string) => parametersIn(path).length === 0 && path.lastIndexOf('/') === 0;

export const sourceOf = ({ view, run }: Exported, features: readonly Feature[]): Source => ({
  view,
  run,
  type: typeOf(view, features),
});

function typeOf(view: View, features: readonly Feature[]): string {
  const published = features.flatMap(({ publishes = [] }) => publishes).find((event) => event.view === view);
  return published ? published.type.replace(/\.[^.]+$/, '') : snake(view.name).replace(/^_/, '');
}
