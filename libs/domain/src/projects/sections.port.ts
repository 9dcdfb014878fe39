import { Store } from '../core/store.js';
import type { Section } from './section.js';

export abstract class Sections extends Store<Section> {}
