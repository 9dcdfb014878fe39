import { Extension } from './extensions.js';

/** What else holds data of a record that is erased: each feature erases its own tables. */
export abstract class Erasure extends Extension {
  /** Runs in the open transaction, after the records with these ids were emptied; safe to repeat. */
  abstract erase(ids: readonly string[]): Promise<void>;
}
