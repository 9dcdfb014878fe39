import type { Entity } from './entity.js';
import { asConsequence } from './scope.js';
import type { Store } from './store.js';

export interface DefaultCandidate extends Entity {
  isDefault: boolean;
  unsetDefault(): void;
}

/** Unsets the former default unless it is the new one, even if the caller may not see it. */
export async function replaceDefault<E extends DefaultCandidate>(store: Store<E>, former?: string, id?: string) {
  if (former && former !== id) await asConsequence(() => store.change(former, (one) => one.unsetDefault()));
}
