import { Blueprint } from '@tandem/domain/agents/blueprint';
import { Blueprints } from '@tandem/domain/agents/blueprints/blueprints.port';
import { notFound } from '@tandem/domain/core/errors';
import { needing } from '@tandem/domain/core/use-case';
import { FeatureBlueprints } from '@tandem/platform/feature/feature';

export class BlueprintRegistry extends needing({ features: FeatureBlueprints }, Blueprints) {
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
    return (this.known ??= collect(this.features.made()));
  }
}

function collect(made: readonly unknown[]): Map<string, Blueprint> {
  const known = new Map<string, Blueprint>();
  for (const blueprint of made) {
    if (!(blueprint instanceof Blueprint)) throw new Error('a feature lists something under blueprints that is none');
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(blueprint.slug) || known.has(blueprint.slug))
      throw new Error(`the blueprint slug "${blueprint.slug}" is not well formed or is taken`);
    known.set(blueprint.slug, blueprint);
  }
  return known;
}
