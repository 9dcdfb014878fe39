import { Extensions } from '../core/extensions.js';
import { Operations } from '../core/operations.js';
import { uses } from '../core/use-case.js';
import { isAmong, isForRuns } from './attempts/run-operations.js';
import { Blueprint } from './blueprint.js';

export class InstalledBlueprints extends uses({ extensions: Extensions, operations: Operations }) {
  private known: ReadonlyMap<string, Blueprint> | undefined;

  /** Sorted by slug. Built on first use, since blueprints may depend on objects created later. */
  get bySlug(): ReadonlyMap<string, Blueprint> {
    return (this.known ??= this.gathered());
  }

  private gathered(): ReadonlyMap<string, Blueprint> {
    const sorted = this.extensions.of(Blueprint).sort((a, b) => a.slug.localeCompare(b.slug));
    for (const blueprint of sorted) blueprint.scopes = this.scopesOf(blueprint);
    return new Map(sorted.map((one) => [one.slug, one]));
  }

  /** Every attempt at a run needs `agents:write`. */
  private scopesOf({ access, tools }: Blueprint): string[] {
    if (tools.includes('*')) return ['*'];
    const operations = this.operations.list.filter((one) => isForRuns(one) && isAmong(tools, one));
    const named = tools.filter((tool) => tool.includes(':'));
    return ['agents:write', ...access, ...named, ...operations.map(({ needs }) => needs)];
  }
}
