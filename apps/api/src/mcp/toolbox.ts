import type { Tool as ShownTool } from '@modelcontextprotocol/server';
import type { Feature } from '@tandem/platform/feature/feature';
import type { Edge } from '../http/edge.js';
import { catalogueOf } from './catalogue.js';
import { type Synonyms, synonymsOf } from './tool-search.js';
import { type Tool, toolsOf } from './tools.js';

export class Toolbox {
  readonly catalogue: Readonly<Record<string, ShownTool>>;
  readonly synonyms: Synonyms;
  private cached: ReadonlyMap<string, Tool> | undefined;

  constructor(
    private readonly features: readonly Feature[],
    private readonly edge: Edge,
  ) {
    const texts = features.flatMap(({ toolVocabulary = [] }) => toolVocabulary);
    this.catalogue = catalogueOf(texts.flatMap(({ beyond = [] }) => beyond));
    this.synonyms = synonymsOf(texts.map(({ synonyms = {} }) => synonyms));
  }

  /** By name. Lazy, as features add names to schemas after construction. */
  get tools(): ReadonlyMap<string, Tool> {
    return (this.cached ??= toolsOf(this.features, this.edge));
  }
}
