import type { Blueprint } from '../blueprint.js';

/** Every blueprint that some feature brings along. */
export abstract class Blueprints {
  abstract get all(): readonly Blueprint[];

  abstract find(slug: string): Blueprint | undefined;

  /** The slugs that exist, for the message to a caller who named another one. */
  abstract listed(): string;

  /** not_found when there is none of this name. */
  abstract get(slug: string): Blueprint;
}
