import { Store } from '../core/store.js';
import type { Note } from './note.js';

export abstract class Notes extends Store<Note> {}
