import { Extensions } from '../core/extensions.js';
import { Operations } from '../core/operations.js';
import { uses } from '../core/use-case.js';
import { isAmong, isForRuns } from './attempts/run-operations.js';
import { Blueprint } from './blueprint.js';

/** The blueprints of the installed features, each with the scopes that its runs make use of. */
export class InstalledBlueprints extends uses({ extensions: Extensions, operations: Operations }) {
  private known: ReadonlyMap<string, Blueprint> | undefined;

  /** In the order of their slugs. Built on first use: a blueprint may need what is made after this. */
  get bySlug(): ReadonlyMap<string, Blueprint> {
    return (this.known ??= this.gathered());
  }

  private gathered(): ReadonlyMap<string, Blueprint> {
    const sorted = this.extensions.of(Blueprint).sort((a, b) => a.slug.localeCompare(b.slug));
    for (const blueprint of sorted) blueprint.scopes = this.scopesOf(blueprint);
    return new Map(sorted.map((one) => [one.slug, one]));
  }

  /** A run of any kind needs `agents:write` at each attempt. */
  private scopesOf({ access, tools }: Blueprint): string[] {
    if (tools.includes('*')) return ['*'];
    const operations = this.operations.list.filter((one) => isForRuns(one) && isAmong(tools, one));
    const named = tools.filter((tool) => tool.includes(':'));
    return ['agents:write', ...access, ...named, ...operations.map(({ needs }) => needs)];
  }
}
