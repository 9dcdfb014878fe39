import { Blueprint } from '@tandem/domain/agents/blueprint';
import { Blueprints } from '@tandem/domain/agents/blueprints/blueprints.port';
import { notFound } from '@tandem/domain/core/errors';
import { Extensions } from '@tandem/domain/core/extensions';
import { needing } from '@tandem/domain/core/use-case';

export class BlueprintRegistry extends needing({ extensions: Extensions }, Blueprints) {
  private known: Map<string, Blueprint> | undefined;

  get all(): readonly Blueprint[] {
    return [...this.bySlug.values()].sort((a, b) => a.slug.localeCompare(b.slug));
  }

  find(slug: string): Blueprint | undefined {
    return this.bySlug.get(slug);
  }

  listed(): string {
    return `Blueprints are ${[...this.bySlug.keys()].sort().join(', ')}; GET /api/v1/agents describes them.`;
  }

  get(slug: string): Blueprint {
    const blueprint = this.find(slug);
    if (!blueprint) throw notFound(`There is no blueprint ${slug}. ${this.listed()}`);
    return blueprint;
  }

  /** Built on first use: a blueprint may need a port that is bound after the registry is made. */
  private get bySlug(): Map<string, Blueprint> {
    return (this.known ??= new Map(this.extensions.of(Blueprint).map((one) => [one.slug, one])));
  }
}
