import type { Tool as ShownTool } from '@modelcontextprotocol/server';
import type { Feature } from '@tandem/platform/feature/feature';
import type { Edge } from '../http/edge.js';
import { catalogueOf } from './catalogue.js';
import { general, type Synonyms } from './tool-search.js';
import { type Tool, toolsOf } from './tools.js';

/** What the features give models: their tools, those by which these are found, and the words for it. */
export class Toolbox {
  readonly catalogue: Readonly<Record<string, ShownTool>>;
  readonly synonyms: Synonyms;
  private made: ReadonlyMap<string, Tool> | undefined;

  constructor(
    private readonly features: readonly Feature[],
    private readonly edge: Edge,
  ) {
    const words = features.flatMap(({ toolWords = [] }) => toolWords);
    this.catalogue = catalogueOf(words.flatMap(({ beyond = [] }) => beyond));
    this.synonyms = joined([general, ...words.map(({ synonyms = {} }) => synonyms)]);
  }

  /** By their names; made at the first look, when the words that features add to schemas are known. */
  get tools(): ReadonlyMap<string, Tool> {
    return (this.made ??= toolsOf(this.features, this.edge));
  }
}

/** A word for which several features have a synonym gets them all. */
function joined(all: readonly Readonly<Record<string, string>>[]): Synonyms {
  const sum = new Map<string, string>();
  for (const [word, meant] of all.flatMap((synonyms) => Object.entries(synonyms)))
    sum.set(word, `${sum.get(word) ?? ''} ${meant}`);
  return sum;
}
