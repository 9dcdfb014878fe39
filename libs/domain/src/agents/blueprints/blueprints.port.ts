import type { Page } from '../../core/page.js';
import type { Blueprint } from '../blueprint.js';

/** Every blueprint that some feature brings along. */
export abstract class Blueprints {
  /** All of them, by name. */
  abstract page(): Page<Blueprint>;

  abstract find(slug: string): Blueprint | undefined;

  /** What there is, for whoever asked for something else. */
  abstract listed(): string;

  /** not_found when there is none of this name. */
  abstract get(slug: string): Blueprint;
}
