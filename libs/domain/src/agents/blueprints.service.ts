import { notFound } from '../core/errors.js';
import { Extensions } from '../core/extensions.js';
import { needing } from '../core/use-case.js';
import { Blueprint } from './blueprint.js';

/** Every blueprint that some feature brings along, by their slugs. */
export class Blueprints extends needing({ extensions: Extensions }) {
  private known: Map<string, Blueprint> | undefined;

  get all(): readonly Blueprint[] {
    return [...this.bySlug.values()].sort((a, b) => a.slug.localeCompare(b.slug));
  }

  find(slug: string): Blueprint | undefined {
    return this.bySlug.get(slug);
  }

  /** The slugs that exist, for the message to a caller who named another one. */
  listed(): string {
    return `Blueprints are ${[...this.bySlug.keys()].sort().join(', ')}; GET /api/v1/agents describes them.`;
  }

  /** not_found when there is none of this name. */
  get(slug: string): Blueprint {
    const blueprint = this.find(slug);
    if (!blueprint) throw notFound(`There is no blueprint ${slug}. ${this.listed()}`);
    return blueprint;
  }

  /** Built on first use: a blueprint may need what is made after this. */
  private get bySlug(): Map<string, Blueprint> {
    return (this.known ??= new Map(this.extensions.of(Blueprint).map((one) => [one.slug, one])));
  }
}
