import type { Feature } from '../feature.js';
import type { View } from '../../view/view.js';
import { type Fault, faultOf, wordsFor } from './fault.js';

/** Views are schemas of one document: their names are too. */
export function checkViews(features: readonly Feature[]): Fault[] {
  const known = new Map<string, { view: View; feature: Feature }>();
  const faults = new Set<Fault>();
  const know = (view: View, feature: Feature) => {
    const other = known.get(view.name);
    if (other?.view === view) return;
    if (other) return void faults.add(faultOf(feature, takenView(view, other.feature)));
    known.set(view.name, { view, feature });
    for (const inner of view.inner) know(inner, feature);
  };
  for (const feature of features) for (const view of viewsOf(feature)) know(view, feature);
  return [...faults];
}

const takenView = ({ name }: View, owner: Feature) => `the view name ${name} is taken by a view of ${wordsFor(owner)}`;

const viewsOf = ({ routes = [], publishes = [] }: Feature): View[] => [
  ...routes.flatMap(({ answer }) => answer.view ?? []),
  ...publishes.map(({ view }) => view),
];
