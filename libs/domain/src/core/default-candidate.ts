import { Entity } from './entity.js';
import { asConsequence } from './scope.js';
import type { Store } from './store.js';

/** One of several of which exactly one is the default. */
export abstract class DefaultCandidate extends Entity {
  isDefault = false;

  unsetDefault(): void {
    this.isDefault = false;
    this.recordChange();
  }
}

/** Makes room for a new default or for the one with that id, whether or not the caller sees the former one. */
export async function replaceDefault<E extends DefaultCandidate>(store: Store<E>, former?: string, id?: string) {
  if (former && former !== id) await asConsequence(() => store.change(former, (one) => one.unsetDefault()));
}
