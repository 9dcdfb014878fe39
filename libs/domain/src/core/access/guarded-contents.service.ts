import { Extensions } from '../extensions.js';
import { uses } from '../use-case.js';
import { GuardedContent, type Subject } from './guarded-content.js';
import type { Rights } from './rights.js';

export class GuardedContents extends uses({ extensions: Extensions }) {
  private known: readonly GuardedContent[] | undefined;

  guards(resourceType: string): boolean {
    return this.all.some((content) => content.resourceType === resourceType);
  }

  /** A cheap text search that saves parsing JSON without guarded content. */
  mayConcern(json: string): boolean {
    return this.all.some(({ resourceType }) => json.includes(`"${resourceType}`));
  }

  /** One result per subject, in order: the content that is hidden from the reader, if any. */
  async hiddenFrom(
    reader: Rights,
    subjects: readonly (Subject | undefined)[],
  ): Promise<(GuardedContent | undefined)[]> {
    const hidden = new Map<string, GuardedContent>();
    for (const content of this.all) {
      const ids = subjects.flatMap((subject) => (subject?.resourceType === content.resourceType ? [subject.id] : []));
      if (ids.length === 0) continue;
      for (const id of (await content.hiddenFrom(reader, [...new Set(ids)])).keys()) hidden.set(id, content);
    }
    return subjects.map((subject) => subject && hidden.get(subject.id));
  }

  private get all(): readonly GuardedContent[] {
    return (this.known ??= this.extensions.of(GuardedContent));
  }
}
