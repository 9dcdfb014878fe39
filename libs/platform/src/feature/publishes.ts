import type { Published } from './feature.js';
import type { View } from '../view/view.js';

/** The events of a noun that leave the house: `task.created` and so on, each carrying the record as its view shows it. */
export const publishes = <E>(noun: string, verbs: readonly string[], view: View<E>): Published[] =>
  verbs.map((verb) => ({ type: `${noun}.${verb}`, view }));
